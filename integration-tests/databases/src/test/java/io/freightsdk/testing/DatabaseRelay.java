package io.freightsdk.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** Carries bytes to a port of this machine, or holds them back while connections stay open. */
public final class DatabaseRelay implements AutoCloseable {
  private final ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final List<Socket> open = new CopyOnWriteArrayList<>();
  private final int target;
  private volatile CountDownLatch gate = new CountDownLatch(0);

  public DatabaseRelay(int target) throws IOException {
    this.target = target;
    start(this::accept);
  }

  public int port() {
    return door.getLocalPort();
  }

  /** From now on nothing passes, in either direction. */
  public void hold() {
    gate = new CountDownLatch(1);
  }

  public void letGo() {
    gate.countDown();
  }

  private interface Work {
    void run() throws IOException, InterruptedException;
  }

  private static void start(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException | InterruptedException closed) {
                // The relay is closed, or one end of a connection.
              }
            },
            "relay");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() throws IOException {
    while (true) {
      Socket near = door.accept();
      Socket far = new Socket(InetAddress.getLoopbackAddress(), target);
      open.add(near);
      open.add(far);
      start(() -> carry(near, far));
      start(() -> carry(far, near));
    }
  }

  private void carry(Socket from, Socket to) throws IOException, InterruptedException {
    try (from;
        to) {
      to.setTcpNoDelay(true);
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] bytes = new byte[8192];
      for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
        gate.await();
        out.write(bytes, 0, read);
        out.flush();
      }
    }
  }

  @Override
  public void close() throws IOException {
    letGo();
    door.close();
    for (Socket socket : open) socket.close();
  }
}
