package io.freightsdk.server.http.engine;

import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** One connection: its requests one after the other, until either side has enough. */
final class Connection {
  private final Socket socket;
  private final String id;
  private final InetSocketAddress remote;
  private final InetSocketAddress local;
  private final TimedInput in;
  private final OutputStream out;
  private volatile @Nullable Runnable closing;

  Connection(Socket socket, String id) throws IOException {
    this.socket = socket;
    this.id = id;
    this.remote = (InetSocketAddress) socket.getRemoteSocketAddress();
    this.local = (InetSocketAddress) socket.getLocalSocketAddress();
    // Without it each answer over a kept connection can wait 40 ms for a delayed ACK.
    socket.setTcpNoDelay(true);
    this.in = new TimedInput(socket);
    this.out = new WholeOutput(socket.getOutputStream());
  }

  void whenClosed(Runnable work) {
    closing = work;
  }

  /** Serves until the connection ends or is handed over to another thread. */
  void serve(HttpHandler handler) {
    boolean handedOver = false;
    try {
      boolean goesOn = true;
      while (goesOn) {
        in.awaitRequest();
        RequestHead head = RequestHead.read(in);
        if (head == null) break;
        EngineExchange exchange = new EngineExchange(this, head);
        handler.handle(exchange);
        handedOver = exchange.isHandedOver();
        goesOn = !handedOver && exchange.isReusable();
      }
    } catch (MalformedRequest e) {
      refuse(e);
    } catch (IOException e) {
      // The peer went away, or a fault closes the connection: nothing more to say.
      Log.LOGGER.log(System.Logger.Level.TRACE, "connection " + id + " ends", e);
    } catch (RuntimeException e) {
      Log.LOGGER.log(System.Logger.Level.ERROR, "connection " + id + " failed", e);
    } finally {
      if (!handedOver) close();
    }
  }

  String id() {
    return id;
  }

  InetSocketAddress remote() {
    return remote;
  }

  InetSocketAddress local() {
    return local;
  }

  TimedInput in() {
    return in;
  }

  OutputStream out() {
    return out;
  }

  void close() {
    try {
      socket.close();
    } catch (IOException e) {
      Log.LOGGER.log(System.Logger.Level.TRACE, "connection " + id + " closed uncleanly", e);
    }
    Runnable work = closing;
    if (work != null) work.run();
  }

  private void refuse(MalformedRequest fault) {
    byte[] body =
        ("{\"error\":\"" + fault.getMessage() + "\"}").getBytes(StandardCharsets.US_ASCII);
    String head =
        "HTTP/1.1 "
            + fault.status()
            + " "
            + Reasons.of(fault.status())
            + "\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: "
            + body.length
            + "\r\n\r\n";
    try {
      out.write(head.getBytes(StandardCharsets.US_ASCII));
      out.write(body);
      out.flush();
      // A close with bytes unread resets the connection, and the answer with it.
      socket.shutdownOutput();
      in.drain();
    } catch (IOException e) {
      Log.LOGGER.log(System.Logger.Level.TRACE, "connection " + id + " ends", e);
    }
  }

  /** Made when there is first something to say: looking for a logger is part of a cold start. */
  private static final class Log {
    static final System.Logger LOGGER = System.getLogger(Connection.class.getName());
  }
}
