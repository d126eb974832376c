-- Questions for wrk, one kind for each run, and what came back:
--
--   wrk -t1 -c4 -d10s --latency -s scripts/questions.lua http://127.0.0.1:7711/api/v1/equity -- KIND SEED
--
-- KIND is `omaha` (a hand against 15 % on a flop, never the same), `holdem` (a hand against a
-- range before the flop, never the same) or `cached` (always the same). Prints one line of JSON:
-- the rate, milliseconds at some percentiles, statuses other than 200, how many answers were
-- exact, and the largest standard error in points.

local ranks, suits = "23456789TJQKA", "cdhs"
local deck = {}
for rank = 1, 13 do
  for suit = 1, 4 do deck[#deck + 1] = ranks:sub(rank, rank) .. suits:sub(suit, suit) end
end

-- So many different cards of the deck.
local function cards(count)
  for place = 1, count do
    local other = math.random(place, 52)
    deck[place], deck[other] = deck[other], deck[place]
  end
  return { unpack(deck, 1, count) }
end

local function hand(found, from, to) return table.concat(found, "", from, to) end

local kinds = {}

function kinds.omaha()
  local found = cards(7)
  return ('{"players": ["%s", "15%%"], "game": "plo4", "board": "%s", "budget_ms": 80}')
    :format(hand(found, 1, 4), hand(found, 5, 7))
end

-- The seed of a sample is part of what is cached, so a new one is a new question.
function kinds.holdem()
  return ('{"players": ["%s", "QQ-88,AJs+"], "seed": %d}')
    :format(hand(cards(2), 1, 2), math.random(1, 2 ^ 30))
end

function kinds.cached()
  return '{"players": ["AsAhKsKh", "15%"], "game": "plo4", "board": "9c8d2h", "budget_ms": 80}'
end

local threads = {}

function setup(thread) threads[#threads + 1] = thread end

function init(arguments)
  kind = arguments[1]
  math.randomseed(tonumber(arguments[2] or "1"))
  wrk.method = "POST"
  wrk.headers["content-type"] = "application/json"
  exact, sampled, refused, error = 0, 0, 0, 0
  if kind == "cached" then
    local text = wrk.format(nil, nil, nil, kinds.cached())
    request = function() return text end
    response = nil -- reading answers would be most of the work of this run
  else
    request = function() return wrk.format(nil, nil, nil, kinds[kind]()) end
  end
end

function response(status, _, body)
  if status ~= 200 then
    refused = refused + 1
    return
  end
  local found = body:match('"standard_error":([%d%.e%-]+)')
  if found then
    sampled = sampled + 1
    error = math.max(error, tonumber(found))
  else
    exact = exact + 1
  end
end

function done(summary, latency, _)
  local sum = { exact = 0, sampled = 0, refused = 0, error = 0 }
  for _, thread in ipairs(threads) do
    for _, name in ipairs({ "exact", "sampled", "refused" }) do
      sum[name] = sum[name] + (thread:get(name) or 0)
    end
    sum.error = math.max(sum.error, thread:get("error") or 0)
  end
  local broken = summary.errors
  local ms = function(percentile) return latency:percentile(percentile) / 1e3 end
  print(("{\"rate\": %.1f, \"p50\": %.3f, \"p90\": %.3f, \"p99\": %.3f, \"most\": %.3f, "
    .. "\"requests\": %d, \"refused\": %d, \"broken\": %d, \"exact\": %d, \"sampled\": %d, "
    .. "\"error\": %.3f}"):format(
    1e6 * summary.requests / summary.duration, ms(50), ms(90), ms(99), latency.max / 1e3,
    summary.requests, sum.refused + broken.status,
    broken.connect + broken.read + broken.write + broken.timeout, sum.exact, sum.sampled, sum.error))
end
