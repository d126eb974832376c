#!/usr/bin/env python3
"""Turns a network of Quasar into TorchScript and torch.export files.

    scripts/to-torch.py river.safetensors river.pt river.pt2

It needs torch and numpy. TorchScript is deprecated by torch; the second file is for torch.export.
"""

import json
import struct
import sys

import numpy
import torch


def read(path):
    with open(path, "rb") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        header = json.loads(file.read(length))
        data = file.read()
    header.pop("__metadata__", None)
    if any(entry["dtype"] != "F32" for entry in header.values()):
        sys.exit(f"{path}: its weights have 8 bits; use the network that it was made of")
    tensors = {}
    for name, entry in header.items():
        start, end = entry["data_offsets"]
        values = numpy.frombuffer(data[start:end], "<f4").reshape(entry["shape"])
        tensors[name] = torch.from_numpy(values.copy())
    return tensors


def network(tensors):
    numbers = sorted({int(name.split(".")[0]) for name in tensors})
    layers = []
    for number in numbers:
        outputs, inputs = tensors[f"{number}.weight"].shape
        layer = torch.nn.Linear(inputs, outputs)
        layer.load_state_dict({"weight": tensors[f"{number}.weight"], "bias": tensors[f"{number}.bias"]})
        layers.append(layer)
        if number != numbers[-1]:
            layers.append(torch.nn.LeakyReLU(0.01))
    return torch.nn.Sequential(*layers).eval()


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    module = network(read(sys.argv[1]))
    torch.jit.script(module).save(sys.argv[2])
    example = torch.zeros(2, module[0].in_features)
    batch = torch.export.Dim("batch")
    torch.export.save(torch.export.export(module, (example,), dynamic_shapes=({0: batch},)), sys.argv[3])


if __name__ == "__main__":
    main()
