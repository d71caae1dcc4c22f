package io.freightsdk.testing;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.jspecify.annotations.Nullable;

/**
 * A service that speaks just enough HTTP/2 (RFC 9113) to answer every request with a balance,
 * faster than a server that understands it. Some requests are reset or refused, some connections go
 * away.
 */
public final class QuickHttp2Service implements AutoCloseable {
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int RST_STREAM = 3;
  private static final int SETTINGS = 4;
  private static final int PING = 6;
  private static final int GOAWAY = 7;
  private static final int ACK = 1;
  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;
  private static final int INTERNAL_ERROR = 2;
  private static final int REFUSED_STREAM = 7;
  private static final int PREFACE_BYTES = 24;

  private static final byte[] BALANCE =
      "{\"currency\":\"USD\",\"balanceUsd\":24.35}".getBytes(US_ASCII);

  private final ServerSocket listener;
  private final @Nullable HandshakeCertificates certificates;
  private final boolean faults;
  private final AtomicInteger requests = new AtomicInteger();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  /** Over TLS with this certificate; null for HTTP/2 with prior knowledge. */
  public QuickHttp2Service(@Nullable HeldCertificate certificate, boolean faults)
      throws IOException {
    this.certificates =
        certificate == null
            ? null
            : new HandshakeCertificates.Builder().heldCertificate(certificate).build();
    this.faults = faults;
    this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  public String baseUrl() {
    return (certificates == null ? "http" : "https") + "://localhost:" + listener.getLocalPort();
  }

  /** Requests that came to the socket. */
  public int requests() {
    return requests.get();
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "quick-http2");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        open.add(socket);
        start(() -> serve(socket));
      } catch (IOException over) {
        return;
      }
    }
  }

  private Socket secured(Socket socket) throws IOException {
    if (certificates == null) return socket;
    SSLSocket tls =
        (SSLSocket)
            certificates
                .sslContext()
                .getSocketFactory()
                .createSocket(socket, "localhost", socket.getPort(), true);
    tls.setUseClientMode(false);
    SSLParameters parameters = tls.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {"h2"});
    tls.setSSLParameters(parameters);
    return tls;
  }

  private void serve(Socket accepted) {
    try (Socket socket = secured(accepted)) {
      accepted.setTcpNoDelay(true);
      DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
      in.skipNBytes(PREFACE_BYTES);
      write(socket, frame(SETTINGS, 0, 0, new byte[0]));
      // Requests that come after the word that it goes away are counted and not answered.
      boolean going = false;
      while (true) {
        int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
        int type = in.readUnsignedByte();
        int flags = in.readUnsignedByte();
        int stream = in.readInt();
        byte[] payload = in.readNBytes(length);
        boolean told = (flags & ACK) != 0;
        if (type == SETTINGS && !told) write(socket, frame(SETTINGS, ACK, 0, new byte[0]));
        if (type == PING && !told) write(socket, frame(PING, ACK, 0, payload));
        if (type != HEADERS) continue;
        int number = requests.incrementAndGet();
        if (!going) going = !answer(socket, stream, number);
      }
    } catch (IOException over) {
      // The client went.
    } finally {
      open.remove(accepted);
    }
  }

  /** False when the connection goes away with this request. */
  private boolean answer(Socket socket, int stream, int number) throws IOException {
    if (faults && number % 211 == 0) {
      write(socket, frame(GOAWAY, 0, 0, ints(stream - 2, INTERNAL_ERROR)));
      return false;
    }
    if (faults && number % 17 == 0) {
      write(socket, frame(RST_STREAM, 0, stream, ints(REFUSED_STREAM)));
    } else if (faults && number % 23 == 0) {
      write(socket, frame(RST_STREAM, 0, stream, ints(INTERNAL_ERROR)));
    } else {
      byte[] head = frame(HEADERS, END_HEADERS, stream, headers());
      write(socket, head, frame(DATA, END_STREAM, stream, BALANCE));
    }
    return true;
  }

  /** RFC 7541: status 200 is 8 of the static table, and 31 is the name content-type. */
  private static byte[] headers() {
    byte[] json = "application/json".getBytes(US_ASCII);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(0x88);
    out.write(0x0f);
    out.write(0x10);
    out.write(json.length);
    out.writeBytes(json);
    return out.toByteArray();
  }

  private static byte[] ints(int... values) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int value : values) {
      for (int shift = 24; shift >= 0; shift -= 8) out.write(value >>> shift);
    }
    return out.toByteArray();
  }

  private static byte[] frame(int type, int flags, int stream, byte[] payload) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int shift = 16; shift >= 0; shift -= 8) out.write(payload.length >>> shift);
    out.write(type);
    out.write(flags);
    out.writeBytes(ints(stream));
    out.writeBytes(payload);
    return out.toByteArray();
  }

  private static void write(Socket socket, byte[]... frames) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] frame : frames) all.writeBytes(frame);
    socket.getOutputStream().write(all.toByteArray());
    socket.getOutputStream().flush();
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : open) socket.close();
  }
}
