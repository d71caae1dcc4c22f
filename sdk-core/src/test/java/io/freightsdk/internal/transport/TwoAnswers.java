package io.freightsdk.internal.transport;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.jspecify.annotations.Nullable;

/** Says a second answer to the first request of a connection, when it is told to. */
final class TwoAnswers implements AutoCloseable {
  private static final String STALE = answer("stale");

  private final ServerSocket listener;
  private final boolean tls;
  private final CompletableFuture<OutputStream> first = new CompletableFuture<>();

  /** Over TLS with this certificate; null for plain HTTP. */
  TwoAnswers(@Nullable HeldCertificate certificate) throws IOException {
    this.tls = certificate != null;
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

  /** Says the second answer over the first connection. */
  void sayTheSecond() throws IOException {
    say(first.join(), STALE);
  }

  private static void say(OutputStream out, String answers) throws IOException {
    out.write(answers.getBytes(US_ASCII));
    out.flush();
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

  private void serve(Socket socket) {
    try (socket;
        BufferedReader in =
            new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII))) {
      OutputStream out = socket.getOutputStream();
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (!line.isEmpty()) continue;
        say(out, answer("fresh"));
        first.complete(out);
      }
    } catch (IOException over) {
      // The client went.
    }
  }

  private static String answer(String body) {
    return "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
