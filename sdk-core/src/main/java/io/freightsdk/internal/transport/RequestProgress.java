package io.freightsdk.internal.transport;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import okhttp3.MediaType;
import okhttp3.Request;
import okhttp3.RequestBody;
import okio.Buffer;
import okio.BufferedSink;
import org.jspecify.annotations.Nullable;

/**
 * The progress of one request on its way to the wire, as the innermost interceptor sees it.
 * OkHttp's events report only that a write started, and a cancel races with it. Here exactly one of
 * the two wins, so the client reports "nothing was sent" only if that stays true.
 */
final class RequestProgress {
  /** How far the request is written. */
  private enum State {
    /** Queued or connecting: no byte of the request is written. */
    WAITING,
    /** Being written; the service cannot have all of it yet. */
    WRITING,
    /** The last byte is written; the service may process the request. */
    HANDED_OVER,
    /** Cancelled before the last byte, which will not be written. */
    CANCELLED
  }

  private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);

  /** Whether a body of at least one byte follows the headers. */
  private volatile boolean hasBody;

  /**
   * HTTP status of the response after the caller's network interceptors, which may have changed it;
   * zero while there is none.
   */
  volatile int interceptedStatus;

  /** HTTP status of the response as it came from the network; zero while there is none. */
  volatile int networkStatus;

  /**
   * Whether an interceptor tried to send the request again after its response. Neither this client
   * nor OkHttp does.
   */
  volatile boolean repeated;

  /**
   * Returns the request as it goes to the wire, after all interceptors. Its body is written once,
   * and without its last byte if the request is cancelled before.
   */
  Request writeOnce(Request request) throws IOException {
    RequestBody body = request.body();
    hasBody = body != null && body.contentLength() != 0;
    return hasBody
        ? request.newBuilder().method(request.method(), new WrittenOnceBody(body)).build()
        : request;
  }

  /** Claims the right to write the request. Returns false if it was claimed or cancelled before. */
  boolean startWriting() {
    // The last byte of a request without a body is in its headers: there is no later moment.
    return state.compareAndSet(State.WAITING, hasBody ? State.WRITING : State.HANDED_OVER);
  }

  /** Claims the right to write the last byte of the body. Returns false if it was cancelled. */
  boolean claimLastByte() {
    return state.compareAndSet(State.WRITING, State.HANDED_OVER);
  }

  /** Cancels the request. Returns true if the service certainly does not get all of it. */
  boolean cancel() {
    return state.compareAndSet(State.WAITING, State.CANCELLED)
        || state.compareAndSet(State.WRITING, State.CANCELLED)
        || isCancelled();
  }

  /** Whether it was cancelled before it was written completely. */
  boolean isCancelled() {
    return state.get() == State.CANCELLED;
  }

  /**
   * A body whose last byte is written once, and only if the request was not cancelled before.
   * Interceptors have the wrapped body, and may read it.
   */
  private final class WrittenOnceBody extends RequestBody {
    private final RequestBody body;

    WrittenOnceBody(RequestBody body) {
      this.body = body;
    }

    @Override
    public @Nullable MediaType contentType() {
      return body.contentType();
    }

    @Override
    public long contentLength() throws IOException {
      return body.contentLength();
    }

    @Override
    public void writeTo(BufferedSink sink) throws IOException {
      Buffer bytes = new Buffer();
      body.writeTo(bytes);
      sink.write(bytes, Math.max(0, bytes.size() - 1));
      // JSON without its last byte is not valid, so until here the service cannot process the
      // request.
      if (!claimLastByte()) throw new IOException("cancelled before the request was written");
      sink.write(bytes, bytes.size());
    }
  }
}
