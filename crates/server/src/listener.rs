//! Connections: how many, how slow they may be, and how they end.
//!
//! A client that opens connections and sends nothing, or reads nothing, takes a slot and a
//! few kilobytes until its time is up. When all slots are taken, a new connection replaces
//! the oldest that is not being answered, so that such clients keep nobody out.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{Notify, watch};
use tower::ServiceExt;

use crate::limits;
use crate::slow::Impatient;

/// Listens at an address. The queue of clients that wait to be accepted is as long as the limit on
/// connections: a burst overflows the usual 128, and those left out try again only a second later.
pub(crate) fn bind(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    // A restarted server can take its address at once, although old connections linger.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(limits::CONNECTIONS as u32)
}

/// Accepts connections until `stop` says so, then waits for those that are being answered.
pub(crate) async fn serve(listener: TcpListener, router: Router, mut stop: watch::Receiver<bool>) {
    let slots = Arc::new(Slots::default());
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stop.wait_for(|stop| *stop) => break,
        };
        match accepted {
            Ok((stream, _)) => {
                let slot = Slots::take(&slots);
                tokio::spawn(connection(stream, router.clone(), slot, stop.clone()));
            }
            // Out of file descriptors, or the client is gone again.
            Err(_) => tokio::time::sleep(Duration::from_millis(10)).await,
        }
    }
    drop(listener);
    let all_gone = async {
        while !slots.list().is_empty() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    // Whoever does not read the answer in time does not get it.
    let _ = tokio::time::timeout(limits::STOP_TIME, all_gone).await;
}

/// Serves a connection to its end.
async fn connection(
    stream: TcpStream,
    router: Router,
    slot: Slot,
    mut stop: watch::Receiver<bool>,
) {
    // Answers are written whole; waiting for more would only delay them.
    let _ = stream.set_nodelay(true);
    let state = Arc::clone(&slot.state);
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let (router, state) = (router.clone(), Arc::clone(&state));
        async move {
            let answered = Answered::new(state);
            let request: Request = request.map(Body::new);
            let response: Response = router.oneshot(request).await.unwrap_or_else(never);
            Ok::<_, Infallible>(response.map(|body| answered.until_sent(body)))
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits::HEAD_TIME)
        .max_buf_size(64 * 1_024)
        .serve_connection(TokioIo::new(Impatient::new(stream)), service);
    tokio::pin!(connection);
    tokio::select! {
        // What goes wrong on a connection concerns nobody but its client.
        _ = connection.as_mut() => return,
        () = slot.state.leave.notified() => return,
        _ = stop.wait_for(|stop| *stop) => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}

fn never(error: Infallible) -> Response {
    match error {}
}

/// The connections there are, oldest first.
#[derive(Default)]
struct Slots {
    list: Mutex<Numbered>,
}

#[derive(Default)]
struct Numbered {
    next: u64,
    states: BTreeMap<u64, Arc<SlotState>>,
}

impl Numbered {
    fn is_empty(&self) -> bool {
        self.states.is_empty()
    }
}

/// What is known of a connection.
#[derive(Default)]
struct SlotState {
    /// Requests that are being answered.
    busy: AtomicUsize,
    /// Asks the connection to end.
    leave: Notify,
}

/// A connection's place among all, free again when this is dropped.
struct Slot {
    slots: Arc<Slots>,
    number: u64,
    state: Arc<SlotState>,
}

impl Slots {
    fn list(&self) -> MutexGuard<'_, Numbered> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a place, if need be that of the oldest connection that is not being answered.
    fn take(slots: &Arc<Slots>) -> Slot {
        let state = Arc::new(SlotState::default());
        let mut list = slots.list();
        if list.states.len() >= limits::CONNECTIONS {
            let idle = |state: &SlotState| state.busy.load(Ordering::Relaxed) == 0;
            let oldest =
                list.states.iter().find(|(_, state)| idle(state)).map(|(number, _)| *number);
            let oldest = oldest.or_else(|| list.states.keys().next().copied());
            if let Some(state) = oldest.and_then(|number| list.states.remove(&number)) {
                state.leave.notify_one();
            }
        }
        let number = list.next;
        list.next += 1;
        list.states.insert(number, Arc::clone(&state));
        drop(list);
        Slot { slots: Arc::clone(slots), number, state }
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.slots.list().states.remove(&self.number);
    }
}

/// Counts a request as being answered until its answer is sent.
struct Answered(Arc<SlotState>);

impl Answered {
    fn new(state: Arc<SlotState>) -> Answered {
        state.busy.fetch_add(1, Ordering::Relaxed);
        Answered(state)
    }

    /// The body of an answer, which is being answered until it is sent or dropped.
    fn until_sent(self, body: Body) -> Body {
        use http_body_util::BodyExt;
        Body::new(body.map_frame(move |frame| {
            let _ = &self;
            frame
        }))
    }
}

impl Drop for Answered {
    fn drop(&mut self) {
        self.0.busy.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::net::{SocketAddr, TcpStream};
    use std::time::Duration;

    use super::*;

    /// The kernel completes connections that nobody accepts as long as the queue has room.
    #[test]
    fn a_burst_of_clients_is_connected_before_it_is_accepted() {
        let threads = tokio::runtime::Builder::new_current_thread().enable_io().build().unwrap();
        let _entered = threads.enter();
        let listener = bind(SocketAddr::from(([127, 0, 0, 1], 0))).unwrap();
        let address = listener.local_addr().unwrap();
        let connect = |_| TcpStream::connect_timeout(&address, Duration::from_secs(20)).unwrap();
        let burst: Vec<TcpStream> = (0..500).map(connect).collect();
        assert_eq!(burst.len(), 500);
    }
}
