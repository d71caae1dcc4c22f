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

/** A connection. Serves its requests in turn until either side closes it. */
final class Connection implements Peer {
  private static final int MAX_IDLE_MILLIS = (int) TimeUnit.MINUTES.toMillis(10);
  private static final int MAX_LINGER_MILLIS = (int) TimeUnit.SECONDS.toMillis(10);

  /** The value of {@link #idleSinceNanos} while a complete request is served. */
  private static final long SERVING = Long.MAX_VALUE;

  private final Socket socket;
  private final String id;
  private final LineInput in;
  private final OutputStream out;

  /**
   * The time since which this server has waited for the client to complete a request, or to read
   * its response. Read by the thread that closes idle connections.
   */
  private volatile long idleSinceNanos = System.nanoTime();

  Connection(Socket socket, String id) throws IOException {
    this.socket = socket;
    this.id = id;
    // Otherwise each response on a kept connection can wait 40 ms for a delayed ACK.
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(MAX_IDLE_MILLIS);
    this.in = new LineInput(socket.getInputStream());
    this.out = socket.getOutputStream();
  }

  /**
   * Serves until the connection ends. Throws only {@link OutOfMemoryError}, which also ends the
   * thread, so that the program can decide what to do.
   *
   * @param date the {@code Date} of responses to bytes that are no request
   */
  void serve(HttpEngine.Handler handler, Supplier<String> date) {
    try {
      boolean keepsAlive = true;
      while (keepsAlive) {
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
        keepsAlive = ResponseWriter.write(request, response, out);
      }
      linger();
    } catch (MalformedRequest e) {
      reject(e, date.get());
    } catch (IOException e) {
      // The client has disconnected, or a planned fault closes the connection.
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

  /** How long this server has waited for the client; -1 while a complete request is served. */
  long idleNanos(long now) {
    long since = idleSinceNanos;
    return since == SERVING ? -1 : Math.max(0, now - since);
  }

  /** Closes the connection, also while a thread reads from it or writes to it. */
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
      Log.LOGGER.log(System.Logger.Level.TRACE, "connection " + id + " is closed already", e);
    }
    close();
  }

  /**
   * Reads the remaining bytes first. Closing with unread bytes would reset the connection and lose
   * the response.
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

  /** Created for the first log line, because finding a logger slows down a cold start. */
  private static final class Log {
    static final System.Logger LOGGER = System.getLogger(Connection.class.getName());
  }
}
