package io.freightsdk.testing;

import java.io.IOException;
import java.time.Duration;
import okhttp3.Request;
import okhttp3.Response;

/** Sends the requests of clients in tests without sockets. */
public interface SimulatedNetwork {
  /** The events of one request: perhaps {@link #writes}, then exactly one of the others. */
  interface Events {
    /**
     * The request is about to be written. If true, its body is written with {@link
     * okhttp3.RequestBody#writeTo}, which throws if the request is cancelled before its end; if
     * false, it was cancelled already, and {@link #failed} follows.
     */
    boolean writes();

    /** A complete response has arrived. */
    void responded(Response response);

    /** No response arrived, or only a part of it. */
    void failed(IOException why);

    /** No response arrived in time. */
    void timedOut();
  }

  /** A request in flight. */
  @FunctionalInterface
  interface SentRequest {
    /** Cancels it. It ends soon, with its response if that has already arrived. */
    void abort();
  }

  /**
   * Sends a request.
   *
   * @param timeout until the last byte of the response
   * @param events may be called before this returns
   */
  SentRequest send(Request request, Duration timeout, Events events);
}
