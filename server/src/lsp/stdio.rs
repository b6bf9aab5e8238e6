//! Standard input and output for the message loop.
//!
//! Where they are pipes or sockets, as every editor makes them, the loop itself waits for them. Elsewhere a thread
//! is between, which costs each message a switch of threads in each direction.

use tokio::io::{AsyncRead, AsyncWrite};

pub(super) type Input = Box<dyn AsyncRead + Send + Unpin>;
pub(super) type Output = Box<dyn AsyncWrite + Send + Unpin>;

/// To be called within the runtime.
pub(super) fn input() -> Input {
    waited_for::input().unwrap_or_else(|| Box::new(tokio::io::stdin()))
}

/// To be called within the runtime.
pub(super) fn output() -> Output {
    waited_for::output().unwrap_or_else(|| Box::new(tokio::io::stdout()))
}

#[cfg(unix)]
mod waited_for {
    use std::io;
    use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
    use std::os::unix::net::UnixStream as Socket;

    use tokio::net::UnixStream;
    use tokio::net::unix::pipe::{Receiver, Sender};

    use super::{Input, Output};

    /// The width that Linux allows everybody.
    #[cfg(target_os = "linux")]
    const PIPE_BYTES: usize = 1 << 20;

    pub(super) fn input() -> Option<Input> {
        let stdin = || io::stdin().as_fd().try_clone_to_owned();
        widen(io::stdin().as_fd());
        let pipe = stdin().and_then(Receiver::from_owned_fd).map(|it| Box::new(it) as Input);
        pipe.or_else(|_| Ok::<_, io::Error>(Box::new(socket(stdin()?)?) as Input)).ok()
    }

    pub(super) fn output() -> Option<Output> {
        let stdout = || io::stdout().as_fd().try_clone_to_owned();
        widen(io::stdout().as_fd());
        let pipe = stdout().and_then(Sender::from_owned_fd).map(|it| Box::new(it) as Output);
        pipe.or_else(|_| Ok::<_, io::Error>(Box::new(socket(stdout()?)?) as Output)).ok()
    }

    /// Lets a large message through in one piece, where it is a pipe: both ends would wait for each other many times.
    #[cfg(target_os = "linux")]
    fn widen(pipe: BorrowedFd<'_>) {
        if let Err(error) = rustix::pipe::fcntl_setpipe_size(pipe, PIPE_BYTES) {
            tracing::debug!("no wider pipe: {error}");
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn widen(_: BorrowedFd<'_>) {}

    fn socket(fd: OwnedFd) -> io::Result<UnixStream> {
        let socket = Socket::from(fd);
        // Fails for anything but such a socket, before it is made non-blocking.
        socket.local_addr()?;
        socket.set_nonblocking(true)?;
        UnixStream::from_std(socket)
    }
}

#[cfg(not(unix))]
mod waited_for {
    use super::{Input, Output};

    pub(super) fn input() -> Option<Input> {
        None
    }

    pub(super) fn output() -> Option<Output> {
        None
    }
}
