package io.freightsdk.server.http.engine;

import io.freightsdk.server.http.engine.RequestHead.MalformedRequest;
import io.freightsdk.server.http.engine.Response.Later;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** One connection: serves its requests one after the other until either side closes it. */
final class Connection implements Peer {
  private static final int MAX_IDLE_MILLIS = (int) TimeUnit.MINUTES.toMillis(10);
  private static final int MAX_LINGER_MILLIS = (int) TimeUnit.SECONDS.toMillis(10);
  private static final long SERVING = Long.MAX_VALUE;

  private final Socket socket;
  private final String id;
  private final LineInput in;
  private final OutputStream out;

  /**
   * Since when the client keeps this server waiting: for a request that is not whole, or for a
   * reader of its answer. Read by the thread that makes room for others.
   */
  private volatile long idleSinceNanos = System.nanoTime();

  Connection(Socket socket, String id) throws IOException {
    this.socket = socket;
    this.id = id;
    // Without it each answer over a kept connection can wait 40 ms for a delayed ACK.
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(MAX_IDLE_MILLIS);
    this.in = new LineInput(socket.getInputStream());
    this.out = socket.getOutputStream();
  }

  /**
   * Serves until the connection ends. Throws nothing but {@link OutOfMemoryError}, with which the
   * thread ends too: what a program does then is its own decision.
   */
  void serve(HttpEngine.Handler handler, Supplier<String> date) {
    try {
      boolean goesOn = true;
      while (goesOn) {
        idleSinceNanos = System.nanoTime();
        RequestHead head = RequestHead.read(in);
        if (head == null) break;
        Request request = new Request(this, head);
        Response response = handler.handle(request);
        for (Later later = response.later(); later != null; later = response.later()) {
          pause(later.time());
          response = later.work().run();
        }
        idleSinceNanos = System.nanoTime();
        goesOn = ResponseWriter.write(request, response, out);
      }
      linger();
    } catch (MalformedRequest e) {
      reject(e, date.get());
    } catch (IOException e) {
      // The client went away, or a planned fault closes the connection.
      Log.LOGGER.log(System.Logger.Level.TRACE, "connection " + id + " ends", e);
    } catch (OutOfMemoryError e) {
      throw e;
    } catch (Throwable e) {
      Log.LOGGER.log(System.Logger.Level.ERROR, "connection " + id + " failed", e);
    } finally {
      close();
    }
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public InetAddress remote() {
    return socket.getInetAddress();
  }

  @Override
  public InetAddress local() {
    return socket.getLocalAddress();
  }

  @Override
  public LineInput in() {
    return in;
  }

  @Override
  public OutputStream out() {
    return out;
  }

  @Override
  public void requestReceived() {
    idleSinceNanos = SERVING;
  }

  /** Ends early when the engine stops, which interrupts the threads of connections. */
  private static void pause(Duration time) throws IOException {
    try {
      TimeUnit.NANOSECONDS.sleep(TimeUnit.NANOSECONDS.convert(time));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("the server closes", e);
    }
  }

  /** How long the client has kept this server waiting; -1 while a whole request is served. */
  long idleNanos(long now) {
    long since = idleSinceNanos;
    return since == SERVING ? -1 : Math.max(0, now - since);
  }

  /** Closes it, also while a thread reads from it or writes to it. */
  void close() {
    try {
      socket.close();
    } catch (IOException e) {
      Log.LOGGER.log(System.Logger.Level.TRACE, "connection " + id + " closed uncleanly", e);
    }
  }

  @Override
  public void reset() {
    try {
      socket.setSoLinger(true, 0);
    } catch (IOException e) {
      Log.LOGGER.log(System.Logger.Level.TRACE, "connection " + id + " is gone already", e);
    }
    close();
  }

  /**
   * Reads what is left first: closing with unread bytes resets the connection, and the answer is
   * lost.
   */
  private void linger() throws IOException {
    if (socket.isClosed()) return;
    socket.shutdownOutput();
    socket.setSoTimeout(MAX_LINGER_MILLIS);
    in.drain();
  }

  private void reject(MalformedRequest fault, String date) {
    try {
      out.write(ResponseWriter.rejection(fault, date));
      linger();
    } catch (IOException e) {
      Log.LOGGER.log(System.Logger.Level.TRACE, "connection " + id + " ends", e);
    }
  }

  /** Created for the first log line: looking for a logger would slow down a cold start. */
  private static final class Log {
    static final System.Logger LOGGER = System.getLogger(Connection.class.getName());
  }
}
