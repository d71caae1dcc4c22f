package io.freightsdk.examples.contact;

import io.freightsdk.model.Operation;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import okhttp3.Call;
import okhttp3.ConnectionPool;
import okhttp3.EventListener;
import okhttp3.HttpUrl;
import okhttp3.Interceptor;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.BufferedSink;
import okio.BufferedSource;
import okio.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * Sends a request once, over a connection of its own, and follows nothing. Two requests may be sent
 * at once.
 */
final class Wire {
  /** Longer than any client waits, so that a slow answer is seen. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final long MOST_BYTES = 1 << 20;

  /** What OkHttp is shown in place of a status on which it would act by itself. */
  private static final int MASKED = 200;

  private final HttpUrl base;
  private final String key;
  private final Waits waits;
  private final OkHttpClient http;

  /** Guarded by itself. */
  private final List<Answer> answers = new ArrayList<>();

  Wire(HttpUrl base, String key, Waits waits) {
    this.base = base;
    this.key = key;
    this.waits = waits;
    this.http =
        new OkHttpClient.Builder()
            .protocols(List.of(Protocol.HTTP_1_1))
            .connectionPool(new ConnectionPool(0, 1, TimeUnit.MILLISECONDS))
            .retryOnConnectionFailure(false)
            .followRedirects(false)
            .followSslRedirects(false)
            .fastFallback(false)
            .connectTimeout(Duration.ofSeconds(15))
            .readTimeout(PATIENCE)
            .writeTimeout(PATIENCE)
            .callTimeout(PATIENCE)
            .build();
  }

  /** All answers so far, in the order in which they came. */
  List<Answer> answers() {
    synchronized (answers) {
      return List.copyOf(answers);
    }
  }

  Answer send(Ask.Send ask) {
    Instant at = waits.now();
    Once once = new Once();
    OkHttpClient client =
        http.newBuilder().addNetworkInterceptor(once).eventListener(once.heads).build();
    Answer answer;
    try (Response response = client.newCall(request(ask)).execute()) {
      answer = read(ask.operation(), response, once.status, at);
    } catch (IOException e) {
      answer = odd(ask, at, e, once);
      if (answer == null) answer = lost(ask, at, e, once.sent);
    }
    synchronized (answers) {
      answers.add(answer);
    }
    return answer;
  }

  private Answer lost(Ask.Send ask, Instant at, IOException failure, boolean wasSent) {
    String why = Lost.why(failure, wasSent);
    return new Answer(
        ask.operation(), 0, List.of(), ByteString.EMPTY, at, since(at), wasSent, why, null);
  }

  /** An answer that came whole, and whose body OkHttp refuses; null if none came. */
  private @Nullable Answer odd(Ask.Send ask, Instant at, IOException failure, Once once) {
    Response head = once.head;
    if (head == null) return null;
    boolean mayHaveNoBody = head.code() == 204 || head.code() == 205;
    Answer.Odd odd =
        mayHaveNoBody && failure instanceof ProtocolException
            ? Answer.Odd.BODY_THAT_MAY_NOT_BE
            : once.cameWhole ? Answer.Odd.NO_GZIP : null;
    if (odd == null) return null;
    return new Answer(
        ask.operation(),
        head.code(),
        headers(head),
        ByteString.EMPTY,
        at,
        since(at),
        true,
        null,
        odd);
  }

  private Answer read(Operation operation, Response response, int status, Instant at)
      throws IOException {
    BufferedSource source = response.body().source();
    source.request(MOST_BYTES);
    ByteString body = source.readByteString(Math.min(MOST_BYTES, source.getBuffer().size()));
    return new Answer(operation, status, headers(response), body, at, since(at), true, null, null);
  }

  private static List<Answer.Header> headers(Response response) {
    List<Answer.Header> headers = new ArrayList<>();
    response
        .headers()
        .forEach(
            pair ->
                headers.add(
                    new Answer.Header(pair.getFirst().toLowerCase(Locale.ROOT), pair.getSecond())));
    return headers;
  }

  private Duration since(Instant at) {
    return Duration.between(at, waits.now());
  }

  private Request request(Ask.Send ask) {
    Request.Builder request = new Request.Builder().url(url(ask)).header("Connection", "close");
    String bearer =
        switch (ask.auth()) {
          case OURS -> key;
          case WRONG -> "not-a-key-of-this-service";
          case NONE -> null;
        };
    if (bearer != null) request.header("Authorization", "Bearer " + bearer);
    if (ask.idempotencyKey() != null) request.header("Idempotency-Key", ask.idempotencyKey());
    request.header("Accept", "application/json");
    String body = ask.body();
    return request.method(ask.operation().method(), body == null ? null : once(ask, body)).build();
  }

  private HttpUrl url(Ask.Send ask) {
    HttpUrl.Builder url = base.newBuilder();
    for (String segment : ask.operation().path().substring(1).split("/", -1)) {
      url.addPathSegment(segment.equals("{loadNumber}") ? ask.loadNumber() : segment);
    }
    return url.build();
  }

  private static RequestBody once(Ask.Send ask, String body) {
    RequestBody bytes = RequestBody.create(body, MediaType.get(ask.contentType()));
    return new RequestBody() {
      @Override
      public MediaType contentType() {
        return MediaType.get(ask.contentType());
      }

      @Override
      public long contentLength() throws IOException {
        return bytes.contentLength();
      }

      @Override
      public boolean isOneShot() {
        return true;
      }

      @Override
      public void writeTo(BufferedSink sink) throws IOException {
        bytes.writeTo(sink);
      }
    };
  }

  /**
   * Lets one request through. OkHttp's settings do not stop everything that it repeats: a GET that
   * is answered with 503 and {@code Retry-After: 0} would be sent again.
   */
  private static final class Once implements Interceptor {
    private volatile boolean sent;
    private volatile int status;
    private volatile @Nullable Response head;

    /** Every byte of the body came, or as many as are read, before OkHttp unpacks them. */
    private volatile boolean cameWhole;

    /** OkHttp refuses some answers before it shows them to an interceptor. */
    private final EventListener heads =
        new EventListener() {
          @Override
          public void responseHeadersEnd(Call call, Response response) {
            head = response;
          }
        };

    @Override
    public Response intercept(Chain chain) throws IOException {
      if (sent) throw new IOException("a second request is not sent");
      sent = true;
      Response response = chain.proceed(chain.request());
      status = response.code();
      response.peekBody(MOST_BYTES).close();
      cameWhole = true;
      boolean hasNoBody = status == 204 || status == 304;
      return hasNoBody ? response : response.newBuilder().code(MASKED).build();
    }
  }

  /** Why no answer came, without a text of the service or of a library. */
  private static final class Lost {
    private Lost() {}

    static String why(IOException failure, boolean sent) {
      if (failure instanceof UnknownHostException) return "the name of the host is not known";
      if (failure instanceof ConnectException) return "nothing listens at the address";
      if (failure instanceof SSLException) return "the TLS connection failed";
      if (isNoHttp(failure)) return "what came is no HTTP";
      if (failure instanceof InterruptedIOException) {
        return "no complete answer in " + PATIENCE.toSeconds() + " s";
      }
      return sent ? "the connection broke before the answer was complete" : "no connection";
    }

    /** OkHttp has one class for what is no HTTP and for a body that ends too early. */
    private static boolean isNoHttp(IOException failure) {
      return failure instanceof ProtocolException
          && String.valueOf(failure.getMessage()).startsWith("Unexpected status line");
    }
  }

  @Override
  public String toString() {
    return "Wire";
  }
}
