package io.freightsdk.testing;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Stands between clients and a server. It can become silent as a path does whose other end is gone:
 * no connection is closed, and nothing arrives over it any more.
 */
public final class Relay implements AutoCloseable {
  private final ServerSocket listener;
  private final int server;
  private final List<Line> lines = new CopyOnWriteArrayList<>();

  /** One connection of a client, and the one that carries it on. */
  private static final class Line {
    final Socket client;
    final Socket onward;
    volatile boolean silent;

    Line(Socket client, Socket onward) {
      this.client = client;
      this.onward = onward;
    }

    void pump(Socket from, Socket to) {
      byte[] bytes = new byte[8192];
      try {
        InputStream in = from.getInputStream();
        for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
          if (!silent) to.getOutputStream().write(bytes, 0, read);
        }
      } catch (IOException closed) {
        // So is the other one.
      }
      if (!silent) close();
    }

    void close() {
      for (Socket socket : List.of(client, onward)) {
        try {
          socket.close();
        } catch (IOException closed) {
          // It is closed all the same.
        }
      }
    }
  }

  /**
   * @param server the port on this machine to which it leads
   */
  public Relay(int server) throws IOException {
    this.server = server;
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start("accept", this::accept);
  }

  public String baseUrl() {
    return "http://127.0.0.1:" + listener.getLocalPort();
  }

  /** Nothing passes over the connections that there are; new ones are carried on. */
  public void silence() {
    for (Line line : lines) line.silent = true;
  }

  /** Closes the connections that there are. */
  public void drop() {
    lines.forEach(Line::close);
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listener.accept();
        Socket onward = new Socket(InetAddress.getLoopbackAddress(), server);
        client.setTcpNoDelay(true);
        onward.setTcpNoDelay(true);
        Line line = new Line(client, onward);
        lines.add(line);
        start("there", () -> line.pump(client, onward));
        start("back", () -> line.pump(onward, client));
      }
    } catch (IOException closed) {
      // The test is over.
    }
  }

  private static void start(String name, Runnable task) {
    Thread thread = new Thread(task, "relay-" + name);
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    listener.close();
    drop();
  }
}
