package io.freightsdk.server.http.engine;

import io.freightsdk.server.http.engine.RequestHead.MalformedRequest;
import io.freightsdk.server.http.engine.Response.Later;
import io.freightsdk.server.http.engine.Response.Work;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Passes requests to the handler of connections, without sockets, threads and waiting. Requests are
 * parsed as on a connection.
 */
public final class InProcessCalls {
  private static final AtomicLong CALLS = new AtomicLong();

  private final HttpEngine.Handler handler;
  private final Supplier<String> date;

  /**
   * Calls of {@code handler}.
   *
   * @param date the {@code Date} header of responses to malformed requests
   */
  public InProcessCalls(HttpEngine.Handler handler, Supplier<String> date) {
    this.handler = handler;
    this.date = date;
  }

  /**
   * Sends a request. Its response is passed before this method returns, unless a planned fault
   * delays it.
   *
   * @param target as in a request line
   * @param headers {@code Host} and {@code Content-Length} are added if they are missing
   * @param body framed by the headers
   * @param later accepts the time of a delay and the work that follows it
   * @param receiver accepts the bytes that reach the caller: status 0 without headers if they are
   *     not HTTP
   */
  public void call(
      String method,
      String target,
      List<Map.Entry<String, String>> headers,
      byte[] body,
      BiConsumer<Duration, Runnable> later,
      Consumer<Response> receiver) {
    InProcessPeer peer =
        new InProcessPeer("p" + CALLS.incrementAndGet(), bytes(method, target, headers, body));
    proceed(() -> handle(peer), later, receiver);
  }

  private Response handle(InProcessPeer peer) throws IOException {
    RequestHead head = RequestHead.read(peer.in());
    if (head == null) throw new MalformedRequest(400, "Not an HTTP/1.1 request line");
    Request request = new Request(peer, head);
    return received(request, handler.handle(request));
  }

  private void proceed(
      Work work, BiConsumer<Duration, Runnable> later, Consumer<Response> receiver) {
    Response response;
    try {
      response = work.run();
    } catch (MalformedRequest refused) {
      response =
          Response.of(refused.status(), "application/json", refused.body())
              .withHeader("Date", date.get());
    } catch (IOException ended) {
      response = Response.none();
    }
    Later rest = response.later();
    if (rest == null) receiver.accept(response);
    else later.accept(rest.time(), () -> proceed(rest.work(), later, receiver));
  }

  /** The response as {@link ResponseWriter} writes it. */
  private static Response received(Request request, Response response) {
    Later later = response.later();
    if (later != null) {
      return Response.after(later.time(), () -> received(request, later.work().run()));
    }
    return switch (response.delivery()) {
      case CLOSED, RESET -> withoutHead(response, new byte[0]);
      case RANDOM_BYTES -> withoutHead(response, ResponseWriter.randomBytes(response));
      case WHOLE, TRUNCATED -> response.withBody(ResponseWriter.bodyToSend(request, response));
    };
  }

  private static Response withoutHead(Response response, byte[] bytes) {
    return new Response(0, bytes, Map.of(), response.delivery());
  }

  private static byte[] bytes(
      String method, String target, List<Map.Entry<String, String>> headers, byte[] body) {
    StringBuilder head = new StringBuilder(512);
    head.append(method).append(' ').append(target).append(" HTTP/1.1\r\n");
    boolean hasHost = false;
    boolean isFramed = body.length == 0;
    for (Map.Entry<String, String> header : headers) {
      String name = header.getKey().toLowerCase(Locale.ROOT);
      hasHost |= name.equals("host");
      isFramed |= name.equals("content-length") || name.equals("transfer-encoding");
      head.append(header.getKey()).append(": ").append(header.getValue()).append("\r\n");
    }
    if (!hasHost) head.append("Host: localhost\r\n");
    if (!isFramed) head.append("Content-Length: ").append(body.length).append("\r\n");
    byte[] first = head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    byte[] whole = Arrays.copyOf(first, first.length + body.length);
    System.arraycopy(body, 0, whole, first.length, body.length);
    return whole;
  }

  /** A caller in this process, on the loopback address. */
  private static final class InProcessPeer implements Peer {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    private final String id;
    private final LineInput in;
    private final OutputStream out = OutputStream.nullOutputStream();

    InProcessPeer(String id, byte[] sent) {
      this.id = id;
      this.in = new LineInput(new ByteArrayInputStream(sent));
    }

    @Override
    public String id() {
      return id;
    }

    @Override
    public InetAddress remote() {
      return LOOPBACK;
    }

    @Override
    public InetAddress local() {
      return LOOPBACK;
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
      // It waits in any case.
    }

    @Override
    public void reset() {
      // The delivery of the response shows it.
    }
  }
}
