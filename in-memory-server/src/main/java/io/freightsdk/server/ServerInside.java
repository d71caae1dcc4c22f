package io.freightsdk.server;

import io.freightsdk.server.domain.ping.PingReader.RawPing;
import io.freightsdk.server.journal.RequestJournal;
import io.freightsdk.server.service.FaultPlan;
import io.freightsdk.server.service.FreightService;
import io.freightsdk.server.service.TrackedLoad;
import io.freightsdk.server.time.VirtualClock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A server as its {@link ServerRoutes} see it. */
@SuppressWarnings("exports") // Only ServerRoutes are given one.
public final class ServerInside {
  private final InMemoryFreightServer server;

  ServerInside(InMemoryFreightServer server) {
    this.server = server;
  }

  /** Its Java face. */
  public InMemoryFreightServer server() {
    return server;
  }

  /** Its operations and all that it holds. */
  public FreightService service() {
    return server.service();
  }

  /** The clock that its tests move. */
  public VirtualClock clock() {
    return server.clock;
  }

  /** The faults that are planned for it. */
  public FaultPlan faults() {
    return server.faults;
  }

  /** The requests that it was sent. */
  public RequestJournal journal() {
    return server.journal;
  }

  /** A load as the Java face shows it. */
  public LoadView view(TrackedLoad load) {
    return LoadView.of(load);
  }

  /** Adds pings that {@code reader} reads; null for one that it cannot read. */
  public <P> PingResult.Series addPings(
      String loadNumber, Iterable<P> pings, Function<? super P, @Nullable RawPing> reader) {
    return server.addPings(loadNumber, pings, reader);
  }
}
