package io.freightsdk.internal.transport;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import okhttp3.MediaType;
import okhttp3.RequestBody;
import okio.Buffer;
import okio.BufferedSink;
import org.jspecify.annotations.Nullable;

/**
 * The progress of one request. OkHttp's events report what has begun, but a cancel races with the
 * write. Here exactly one of the two wins, so "nothing was sent" is reported only when it stays
 * true.
 */
final class RequestProgress {
  private enum State {
    /** Queued or connecting: not a byte of the request is written. */
    WAITING,
    /** Being written; the service cannot have all of it yet. */
    WRITING,
    /** The last byte is handed over; the service may process the request. */
    HANDED_OVER,
    /** Cancelled before the first byte, which will not be written any more. */
    CANCELLED_UNWRITTEN,
    /** Cancelled before the last byte, which will not be written any more. */
    CANCELLED
  }

  private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);

  private final boolean hasBody;

  /** Whether the body may still be written as a part of one that an interceptor made. */
  private final AtomicBoolean mayBePart = new AtomicBoolean();

  /**
   * Whether an interceptor has the body in memory and has not gone on to send the request: it may
   * send a request of its own by another client.
   */
  private volatile boolean isLent;

  /**
   * HTTP status of the answer after the caller's network interceptors, which may have changed it;
   * zero while there is none.
   */
  volatile int interceptedStatus;

  /** HTTP status of the answer as it came from the network; zero while there is none. */
  volatile int networkStatus;

  /**
   * Whether an interceptor tried to send the request again after its answer. Neither this client
   * nor OkHttp does.
   */
  volatile boolean repeated;

  /**
   * @param hasBody whether a body of at least one byte follows the headers
   */
  RequestProgress(boolean hasBody) {
    this.hasBody = hasBody;
  }

  /** Claims the right to write the request; false when it was claimed or cancelled before. */
  boolean startWriting() {
    // The last byte of a request without a body is in its headers: there is no later moment.
    return state.compareAndSet(State.WAITING, hasBody ? State.WRITING : State.HANDED_OVER);
  }

  /**
   * The same for a request with this body, which an interceptor may have replaced: then nobody sees
   * when its last byte leaves.
   *
   * @param sent null for none
   */
  boolean startWriting(@Nullable RequestBody sent) {
    goesOn();
    if (!hasBody || sent instanceof OneShotBody) return startWriting();
    boolean started = state.compareAndSet(State.WAITING, State.HANDED_OVER);
    if (started) mayBePart.set(true);
    return started;
  }

  /** What has read the body goes on to send the request. */
  void goesOn() {
    isLent = false;
  }

  /** The request is written, or will not be written any more. */
  void endWriting() {
    mayBePart.set(false);
  }

  /** Claims the right to write the last byte of the body; false when the request was cancelled. */
  boolean handOver() {
    return state.compareAndSet(State.WRITING, State.HANDED_OVER)
        || mayBePart.compareAndSet(true, false);
  }

  /** Whether the request may still be written, and not a byte of it was. */
  boolean isWaiting() {
    return state.get() == State.WAITING;
  }

  /** Whether not a byte of the request was written, also if it was cancelled before. */
  boolean isUnwritten() {
    State now = state.get();
    return now == State.WAITING || now == State.CANCELLED_UNWRITTEN;
  }

  /** Whether it was cancelled before it was written completely. */
  boolean isCancelled() {
    State now = state.get();
    return now == State.CANCELLED_UNWRITTEN || now == State.CANCELLED;
  }

  /** Cancels the request. True when the service certainly does not get the complete request. */
  boolean cancel() {
    boolean isCancelled =
        state.compareAndSet(State.WAITING, State.CANCELLED_UNWRITTEN)
            || state.compareAndSet(State.WRITING, State.CANCELLED)
            || isCancelled();
    return isCancelled && !isLent;
  }

  /** An interceptor wrote the body to a stream, and not in order to send the request. */
  static final class BodyOnlyInMemoryException extends IOException {
    private static final long serialVersionUID = 1;

    BodyOnlyInMemoryException() {
      super("but for sending it, the body can be read into an okio.Buffer only, not into a stream");
    }
  }

  /**
   * The body of the request, which may be written to the wire once and never again. Before and
   * after that it can be read in memory.
   */
  final class OneShotBody extends RequestBody {
    private static final MediaType JSON = MediaType.get("application/json; charset=utf-8");

    private final byte[] bytes;

    OneShotBody(byte[] bytes) {
      if (hasBody != bytes.length > 0) throw new IllegalArgumentException("not the body");
      this.bytes = bytes;
    }

    @Override
    public @Nullable MediaType contentType() {
      return hasBody ? JSON : null;
    }

    @Override
    public long contentLength() {
      return bytes.length;
    }

    @Override
    public boolean isOneShot() {
      return true;
    }

    @Override
    public void writeTo(BufferedSink sink) throws IOException {
      if (!hasBody) return;
      if (isToBeRead() && readInMemory(sink)) return;
      int last = bytes.length - 1;
      sink.write(bytes, 0, last);
      // JSON without its last byte is not valid, so until here the service cannot process the
      // request.
      if (!handOver()) throw new IOException("given up before the request was written");
      sink.write(bytes, last, 1);
    }

    /** Whether this is not the moment at which it is sent. */
    private boolean isToBeRead() {
      return isWaiting() || (state.get() == State.HANDED_OVER && !mayBePart.get());
    }

    /**
     * Such as by an interceptor that signs the request, or logs it once it is answered. A stream
     * may be another client's wire. False if it was given up meanwhile.
     */
    private boolean readInMemory(BufferedSink sink) throws IOException {
      if (!(sink instanceof Buffer memory)) throw new BodyOnlyInMemoryException();
      isLent = true;
      // A cancel changes the state before it reads isLent: one of the two sees the other.
      if (!isToBeRead()) return false;
      memory.write(bytes);
      return true;
    }
  }
}
