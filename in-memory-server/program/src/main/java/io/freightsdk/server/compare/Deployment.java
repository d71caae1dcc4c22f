package io.freightsdk.server.compare;

import io.freightsdk.server.http.JsonText;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * A service with a key for it. Each call is one request over a connection of its own: nothing is
 * ever sent twice, because some calls cost money. {@code toString} does not show the key.
 */
public final class Deployment {
  private static final int TIMEOUT_MILLIS = 30_000;
  private static final int MOST_BYTES = 4 << 20;

  private final URI base;
  private final String key;

  public Deployment(URI base, String key) {
    this.base = base;
    this.key = key;
  }

  /**
   * The address of a service that is compared.
   *
   * @throws IllegalArgumentException unless it is https, or http on this machine
   */
  static URI checked(String url) {
    try {
      URI base = new URI(url.endsWith("/") ? url.substring(0, url.length() - 1) : url);
      String host = base.getHost();
      boolean isSafe =
          "https".equals(base.getScheme()) || ("http".equals(base.getScheme()) && isLocal(host));
      if (host != null && isSafe) return base;
    } catch (URISyntaxException noAddress) {
      // Refused as an unsafe one is.
    }
    throw new IllegalArgumentException(
        "--compare takes an https address, or an http one on this machine, not " + url);
  }

  private static boolean isLocal(@Nullable String host) {
    try {
      return host != null && InetAddress.getByName(host).isLoopbackAddress();
    } catch (IOException unknown) {
      return false;
    }
  }

  /**
   * An answer.
   *
   * @param headers by their names in lower case
   * @param body JSON as a tree, any other text as it is
   */
  public record Answer(int status, Map<String, String> headers, @Nullable Object body) {
    public @Nullable Object member(String name) {
      return body instanceof Map<?, ?> object ? object.get(name) : null;
    }
  }

  /** Asks with the key. */
  public Answer ask(String method, String path, @Nullable String body, String... headers)
      throws IOException {
    return exchange(method, path, "Bearer " + key, body, headers);
  }

  Answer askAs(@Nullable String authorization, String method, String path) throws IOException {
    return exchange(method, path, authorization, null);
  }

  private Answer exchange(
      String method,
      String path,
      @Nullable String authorization,
      @Nullable String body,
      String... headers)
      throws IOException {
    byte[] sent = body == null ? new byte[0] : body.getBytes(StandardCharsets.UTF_8);
    StringBuilder head = new StringBuilder();
    head.append(method).append(' ').append(base.getRawPath()).append(path).append(" HTTP/1.1\r\n");
    head.append("Host: ").append(base.getRawAuthority()).append("\r\n");
    head.append("Connection: close\r\nAccept: application/json\r\n");
    if (authorization != null) head.append("Authorization: ").append(authorization).append("\r\n");
    for (String header : headers) head.append(header).append("\r\n");
    if (body != null) {
      head.append("Content-Type: application/json\r\nContent-Length: ").append(sent.length);
      head.append("\r\n");
    }
    head.append("\r\n");
    try (Socket socket = connect()) {
      socket.getOutputStream().write(head.toString().getBytes(StandardCharsets.ISO_8859_1));
      socket.getOutputStream().write(sent);
      socket.getOutputStream().flush();
      byte[] came = socket.getInputStream().readNBytes(MOST_BYTES);
      return read(came);
    } catch (IOException e) {
      throw new IOException(method + " " + path + " at " + base + ": " + e.getMessage(), e);
    }
  }

  private Socket connect() throws IOException {
    boolean tls = "https".equals(base.getScheme());
    int port = base.getPort() > 0 ? base.getPort() : tls ? 443 : 80;
    Socket plain = new Socket();
    try {
      plain.connect(new InetSocketAddress(base.getHost(), port), TIMEOUT_MILLIS);
      plain.setSoTimeout(TIMEOUT_MILLIS);
      if (!tls) return plain;
      SSLSocketFactory factory = (SSLSocketFactory) SSLSocketFactory.getDefault();
      SSLSocket secure = (SSLSocket) factory.createSocket(plain, base.getHost(), port, true);
      SSLParameters parameters = secure.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      secure.setSSLParameters(parameters);
      secure.startHandshake();
      return secure;
    } catch (IOException e) {
      plain.close();
      throw e;
    }
  }

  private static Answer read(byte[] came) throws IOException {
    String text = new String(came, StandardCharsets.ISO_8859_1);
    int end = text.indexOf("\r\n\r\n");
    String[] lines = end < 0 ? new String[0] : text.substring(0, end).split("\r\n", -1);
    if (lines.length == 0 || !lines[0].matches("HTTP/1\\.\\d \\d{3}.*")) {
      throw new IOException("no HTTP answer");
    }
    Map<String, String> headers = new TreeMap<>();
    for (int i = 1; i < lines.length; i++) {
      int colon = lines[i].indexOf(':');
      if (colon > 0) {
        headers.put(
            lines[i].substring(0, colon).toLowerCase(Locale.ROOT),
            lines[i].substring(colon + 1).trim());
      }
    }
    byte[] body = Arrays.copyOfRange(came, end + 4, came.length);
    if ("chunked".equalsIgnoreCase(headers.get("transfer-encoding"))) body = joined(body);
    return new Answer(Integer.parseInt(lines[0].substring(9, 12)), headers, tree(body));
  }

  private static byte[] joined(byte[] chunks) throws IOException {
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    InputStream in = new ByteArrayInputStream(chunks);
    while (true) {
      StringBuilder size = new StringBuilder();
      for (int next = in.read(); next != '\n'; next = in.read()) {
        if (next < 0) throw new IOException("the body ends too early");
        size.append((char) next);
      }
      int length = Integer.parseInt(size.toString().split(";", -1)[0].trim(), 16);
      if (length == 0) return whole.toByteArray();
      whole.write(in.readNBytes(length));
      in.skipNBytes(2);
    }
  }

  private static @Nullable Object tree(byte[] body) {
    try {
      return body.length == 0 ? null : JsonText.parse(body);
    } catch (IOException notJson) {
      return new String(body, StandardCharsets.UTF_8);
    }
  }

  @Override
  public String toString() {
    return base.toString();
  }
}
