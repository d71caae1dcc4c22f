package io.freightsdk.server.http;

import io.freightsdk.server.fault.plan.FaultPlan;
import io.freightsdk.server.journal.RequestJournal;
import io.freightsdk.server.service.FreightService;
import io.freightsdk.server.time.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** A service on a port. */
public final class FreightHttp {
  private final HttpEngine engine;
  private final FaultStage faults;

  private FreightHttp(HttpEngine engine, FaultStage faults) {
    this.engine = engine;
    this.faults = faults;
  }

  /** What a server is made of. */
  public record Parts(
      FreightService service, VirtualClock clock, FaultPlan faults, RequestJournal journal) {}

  /**
   * Serves {@code parts}.
   *
   * @throws java.io.UncheckedIOException when the address cannot be bound
   */
  public static FreightHttp start(String host, int port, Parts parts) {
    FaultStage faults = new FaultStage(parts.faults());
    AgentGate gate = new AgentGate(parts.service().accounts(), faults);
    List<Route> routes = new ArrayList<>();
    routes.addAll(new AgentRoutes(parts.service(), gate).routes());
    routes.addAll(new PublicRoutes(parts.service()).routes());
    AtomicLong requests = new AtomicLong();
    Front front =
        new Front(
            parts.clock(),
            () -> "req_" + requests.incrementAndGet(),
            new Router(routes),
            new Recorder(parts.journal()));
    return new FreightHttp(HttpEngine.start(host, port, front), faults);
  }

  /** The port it listens on. */
  public int port() {
    return engine.port();
  }

  /** Frees the port and ends every thread. */
  public void stop() {
    faults.close();
    engine.stop();
  }
}
