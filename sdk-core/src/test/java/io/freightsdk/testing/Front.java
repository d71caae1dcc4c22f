package io.freightsdk.testing;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ProtocolException;
import java.time.Duration;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockResponseBody;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.Request;
import okhttp3.Response;
import okio.Buffer;
import okio.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * Where clients reach a service that a test plays: on a port, or in a {@link World}. What it
 * answers is the same data in both.
 */
public abstract class Front implements AutoCloseable {
  /** A request as it arrived. */
  public record Asked(String method, HttpUrl url, Headers headers, ByteString body) {
    public @Nullable String header(String name) {
      return headers.get(name);
    }
  }

  /** Plays the service. */
  public interface Playing {
    MockResponse answer(Asked request) throws IOException;
  }

  private Front() {}

  /** On a port of this machine. */
  public static Front overSockets(Playing playing) {
    return new OverSockets(playing);
  }

  /** At this host of the world. */
  public static Front in(World world, String host, Playing playing) {
    world
        .network()
        .lead(host, (request, body, answering) -> answer(playing, asked(request, body), answering));
    return new InWorld("https://" + host);
  }

  private static Asked asked(Request request, byte[] body) {
    return new Asked(request.method(), request.url(), request.headers(), ByteString.of(body));
  }

  private static void answer(Playing playing, Asked request, WorldNetwork.Answering answering) {
    try {
      play(playing.answer(request), answering);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What a client sees of an answer that a mock server would be given. */
  static void play(MockResponse made, WorldNetwork.Answering answering) throws IOException {
    Duration head = Duration.ofNanos(made.getHeadersDelayNanos());
    Duration whole = head.plusNanos(made.getBodyDelayNanos());
    if (made.getOnResponseStart() instanceof SocketEffect.Stall) return;
    if (made.getOnResponseStart() != null) {
      answering.breakDown(head, new EOFException("\\n not found: limit=0 content=…"));
      return;
    }
    if (made.getOnResponseBody() instanceof SocketEffect.Stall) return;
    if (made.getOnResponseBody() != null) {
      answering.breakDown(whole, new ProtocolException("unexpected end of stream"));
      return;
    }
    Buffer body = new Buffer();
    MockResponseBody written = made.getBody();
    if (written != null) written.writeTo(body);
    Response.Builder answer = new Response.Builder().code(made.getCode());
    answering.answer(whole, answer.headers(made.getHeaders()), body.readByteArray());
  }

  /** Without a slash at its end. */
  public abstract String baseUrl();

  @Override
  public abstract void close();

  private static final class InWorld extends Front {
    private final String baseUrl;

    InWorld(String baseUrl) {
      this.baseUrl = baseUrl;
    }

    @Override
    public String baseUrl() {
      return baseUrl;
    }

    @Override
    public void close() {}
  }

  private static final class OverSockets extends Front {
    private final MockWebServer server = QuickSockets.mockServer();

    OverSockets(Playing playing) {
      server.setDispatcher(
          new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) {
              try {
                return playing.answer(asked(request));
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            }
          });
      try {
        server.start();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static Asked asked(RecordedRequest request) {
      ByteString body = request.getBody();
      return new Asked(
          request.getMethod(),
          request.getUrl(),
          request.getHeaders(),
          body == null ? ByteString.EMPTY : body);
    }

    @Override
    public String baseUrl() {
      return "http://127.0.0.1:" + server.getPort();
    }

    @Override
    public void close() {
      server.close();
    }
  }
}
