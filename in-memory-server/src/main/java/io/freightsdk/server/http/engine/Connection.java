package io.freightsdk.server.http.engine;

import io.freightsdk.server.http.engine.Held.Work;
import io.freightsdk.server.http.engine.RequestHead.MalformedRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Supplier;

/** One connection: serves its requests one after the other until either side closes it. */
final class Connection implements Peer {
  private final Socket socket;
  private final String id;
  private final TimedInput in;
  private final TimedOutput out;

  Connection(Socket socket, String id, long headNanos) throws IOException {
    this.socket = socket;
    this.id = id;
    // Without it each answer over a kept connection can wait 40 ms for a delayed ACK.
    socket.setTcpNoDelay(true);
    this.in = new TimedInput(socket, headNanos);
    this.out = new TimedOutput(socket.getOutputStream());
  }

  /**
   * Serves until the connection ends. Throws nothing but {@link OutOfMemoryError}, with which the
   * thread ends too: what a program does then is its own decision.
   */
  void serve(HttpEngine.Handler handler, Supplier<String> date) {
    try {
      boolean goesOn = true;
      while (goesOn) {
        in.awaitRequest();
        RequestHead head = RequestHead.read(in);
        if (head == null) break;
        in.beginBody();
        Request request = new Request(this, head);
        ResponseWriter writer = new ResponseWriter(request, out);
        writer.write(handler.handle(request));
        goesOn = writer.isReusable();
      }
      linger();
    } catch (MalformedRequest e) {
      refuse(e, date.get());
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
  public TimedInput in() {
    return in;
  }

  @Override
  public TimedOutput out() {
    return out;
  }

  @Override
  public boolean isGone() {
    return in.isAtEnd();
  }

  /** Waits on this connection's thread. */
  @Override
  public Response after(Duration time, Work work) throws IOException {
    Response.pause(time);
    return work.run();
  }

  /** Whether a write has waited this long for the peer, or a read has exceeded its limit. */
  boolean hasStalled(long nowNanos, long limitNanos) {
    return out.hasStalled(nowNanos, limitNanos) || in.isOverdue(nowNanos);
  }

  /** Time since the last request on this connection; -1 while a whole one is served. */
  long idleNanos(long nowNanos) {
    long since = in.idleSinceNanos();
    return since == TimedInput.BUSY ? -1 : Math.max(0, nowNanos - since);
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
    in.drain();
  }

  private void refuse(MalformedRequest fault, String date) {
    byte[] body = fault.body();
    String head =
        """
        HTTP/1.1 %s %s\r
        Date: %s\r
        Content-Type: application/json\r
        Connection: close\r
        Content-Length: %s\r
        \r
        """
            .formatted(fault.status(), ResponseWriter.reason(fault.status()), date, body.length);
    try {
      out.write(head.getBytes(StandardCharsets.US_ASCII));
      out.write(body);
      out.flush();
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
