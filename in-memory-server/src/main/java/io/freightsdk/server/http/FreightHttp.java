package io.freightsdk.server.http;

import io.freightsdk.server.http.engine.HttpEngine;
import io.freightsdk.server.journal.RequestJournal;
import io.freightsdk.server.service.FaultPlan;
import io.freightsdk.server.service.FreightService;
import io.freightsdk.server.time.VirtualClock;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A service on a port. */
public final class FreightHttp {
  private final HttpEngine engine;
  private final @Nullable HttpEngine tls;
  private final String baseUrl;
  private final @Nullable String tlsUrl;

  /** What ends the parts, in its order. */
  private volatile List<Runnable> ends;

  private FreightHttp(HttpEngine engine, @Nullable HttpEngine tls, String host) {
    this.engine = engine;
    this.tls = tls;
    this.baseUrl = "http://" + urlHost(host) + ":" + engine.port();
    this.tlsUrl = tls == null ? null : "https://" + urlHost(host) + ":" + tls.port();
    this.ends = List.of(this::stopEngines);
  }

  /**
   * The parts of a server.
   *
   * @param simulatedDrives whether drivers' pages offer them
   * @param requests how many there were; makes their ids
   * @param streets drawn below the maps of pages, closed with the server; null for none
   */
  public record Parts(
      FreightService service,
      VirtualClock clock,
      FaultPlan faults,
      RequestJournal journal,
      AtomicLong requests,
      boolean simulatedDrives,
      @Nullable StreetTiles streets) {}

  /**
   * Binds the address; clients that connect wait until {@link #serve}.
   *
   * @throws java.io.UncheckedIOException when the address cannot be bound
   */
  public static FreightHttp bind(String host, int port) {
    return new FreightHttp(HttpEngine.bind(host, port), null, host);
  }

  /** The same, and on a second port over TLS. */
  public static FreightHttp bind(String host, int port, int tlsPort, OwnCertificate certificate) {
    HttpEngine plain = HttpEngine.bind(host, port);
    try {
      HttpEngine tls = HttpEngine.bindTls(host, tlsPort, certificate.serving());
      return new FreightHttp(plain, tls, host);
    } catch (UncheckedIOException portTaken) {
      plain.stop();
      throw portTaken;
    }
  }

  private void stopEngines() {
    engine.stop();
    if (tls != null) tls.stop();
  }

  /** Serves {@code parts}, and {@code admin} below {@code /__admin}. */
  public void serve(Parts parts, Supplier<List<Route>> admin) {
    FaultStage stage = new FaultStage(parts.faults());
    AgentGate gate = new AgentGate(parts.service().accounts(), stage);
    List<Route> routes = new ArrayList<>();
    routes.addAll(new AgentRoutes(parts.service(), gate).routes());
    routes.addAll(new CatalogRoutes(parts.service(), gate).routes());
    new PublicRoutes(parts.service()).routes().forEach(route -> routes.add(stage.around(route)));
    PageRoutes linked =
        new PageRoutes(
            parts.service().tracking(),
            parts.clock(),
            parts.simulatedDrives(),
            parts.streets() != null);
    linked.routes().forEach(route -> routes.add(stage.around(route)));
    StreetTiles streets = parts.streets();
    if (streets != null) routes.addAll(streets.routes());
    Runnable closeTiles = streets == null ? () -> {} : streets::close;
    ends = List.of(stage::close, linked::close, this::stopEngines, closeTiles);
    Front front =
        new Front(
            parts.clock(),
            () -> "req_" + parts.requests().incrementAndGet(),
            new Router(routes, new Router.Branch("__admin", admin)),
            new Recorder(parts.journal()),
            stage);
    engine.serve(front, front::date);
    if (tls != null) tls.serve(front, front::date);
  }

  public int port() {
    return engine.port();
  }

  /** The address for clients on this machine, for example {@code http://127.0.0.1:41123}. */
  public String baseUrl() {
    return baseUrl;
  }

  /** The same over TLS; null without a port for it. */
  public @Nullable String tlsUrl() {
    return tlsUrl;
  }

  /** Frees the port and ends every thread. */
  public void stop() {
    ends.forEach(Runnable::run);
  }

  private static String urlHost(String host) {
    boolean anyAddress = host.equals("0.0.0.0") || host.equals("::");
    if (anyAddress) return "127.0.0.1";
    return host.contains(":") ? "[" + host + "]" : host;
  }
}
