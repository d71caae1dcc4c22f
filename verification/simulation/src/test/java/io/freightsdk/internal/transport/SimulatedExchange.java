package io.freightsdk.internal.transport;

import java.io.IOException;
import okhttp3.Request;
import okhttp3.RequestBody;
import okio.Buffer;

/**
 * What an {@link Exchange} would put on the wire, for a network that is simulated. It asks the
 * exchange's own {@link WireTrace} how far the request has come, as OkHttp's interceptors do.
 */
public final class SimulatedExchange {
  private final Request request;
  private final WireTrace trace;

  private SimulatedExchange(Request request, WireTrace trace) {
    this.request = request;
    this.trace = trace;
  }

  public static SimulatedExchange of(Exchange exchange) {
    return new SimulatedExchange(exchange.request(), exchange.trace);
  }

  public Request request() {
    return request;
  }

  /** Whether the request may go out; false when it was given up. */
  public boolean startWriting() {
    return trace.startWriting();
  }

  /** The bytes of the body, whose last one is handed over; null when it was given up before. */
  public byte[] writeWhole() {
    RequestBody body = request.body();
    Buffer written = new Buffer();
    try {
      if (body != null) body.writeTo(written);
    } catch (IOException givenUp) {
      return null;
    }
    return written.readByteArray();
  }

  /** Gives the request up. True when the service certainly does not get a whole request. */
  public boolean abandon() {
    return trace.abandon();
  }
}
