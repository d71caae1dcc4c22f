package io.freightsdk.internal.transport;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.jspecify.annotations.Nullable;

/** Says two answers to the first request of every connection, the second one in the same breath. */
final class TwoAnswers implements AutoCloseable {
  private final ServerSocket listener;
  private final boolean tls;

  /** Over TLS with this certificate; null for plain HTTP. */
  TwoAnswers(@Nullable HeldCertificate certificate) throws IOException {
    tls = certificate != null;
    InetAddress here = InetAddress.getLoopbackAddress();
    listener =
        certificate == null
            ? new ServerSocket(0, 50, here)
            : new HandshakeCertificates.Builder()
                .heldCertificate(certificate)
                .build()
                .sslContext()
                .getServerSocketFactory()
                .createServerSocket(0, 50, here);
    start(this::accept);
  }

  String url() {
    return (tls ? "https" : "http") + "://localhost:" + listener.getLocalPort();
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "two-answers");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        start(() -> serve(socket));
      } catch (IOException over) {
        return;
      }
    }
  }

  private static void serve(Socket socket) {
    try (socket;
        BufferedReader in =
            new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII))) {
      String both = answer("fresh") + answer("stale");
      String next = both;
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (!line.isEmpty()) continue;
        socket.getOutputStream().write(next.getBytes(US_ASCII));
        socket.getOutputStream().flush();
        next = answer("fresh");
      }
    } catch (IOException over) {
      // The client went.
    }
  }

  private static String answer(String body) {
    return "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s".formatted(body.length(), body);
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
