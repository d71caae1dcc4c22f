package io.freightsdk.server.http;

import io.freightsdk.server.http.Router.LazyEndpoints;
import io.freightsdk.server.http.engine.HttpEngine;
import io.freightsdk.server.journal.RequestJournal;
import io.freightsdk.server.service.FaultPlan;
import io.freightsdk.server.service.FreightService;
import io.freightsdk.server.time.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A service on a port, or on no port. */
public final class FreightHttp {
  /** A name that no machine has. */
  private static final String NOWHERE = "https://freight.test";

  private final @Nullable HttpEngine engine;
  private final String baseUrl;
  private volatile @Nullable FrontController front;

  private FreightHttp(HttpEngine engine, String host) {
    this.engine = engine;
    this.baseUrl = "http://" + urlHost(host) + ":" + engine.port();
  }

  private FreightHttp() {
    this.engine = null;
    this.baseUrl = NOWHERE;
  }

  /**
   * The parts of a server.
   *
   * @param requests how many there were; makes their ids
   * @param pages what people look at
   * @param admin the test control
   * @param cors which other pages may call
   * @param linkBase where links of loads lead
   */
  public record Parts(
      FreightService service,
      VirtualClock clock,
      FaultPlan faults,
      RequestJournal journal,
      AtomicLong requests,
      LazyEndpoints pages,
      LazyEndpoints admin,
      Cors cors,
      LinkBaseUrl linkBase) {}

  /**
   * Binds the address; clients that connect wait until {@link #serve}.
   *
   * @throws java.io.UncheckedIOException when the address cannot be bound
   */
  public static FreightHttp bind(String host, int port) {
    return new FreightHttp(HttpEngine.bind(host, port), host);
  }

  /** On no port: only callers in this process reach it. */
  public static FreightHttp unbound() {
    return new FreightHttp();
  }

  public void serve(Parts parts) {
    AgentAuthorizer gate =
        new AgentAuthorizer(parts.service().accounts(), new FaultInjector(parts.faults()));
    List<Endpoint> endpoints = new ArrayList<>();
    endpoints.addAll(new AgentRoutes(parts.service(), gate).routes());
    endpoints.addAll(new CatalogRoutes(parts.service(), gate).routes());
    endpoints.addAll(new PublicRoutes(parts.service()).routes());
    FrontController made =
        new FrontController(
            parts.clock(),
            () -> "req_" + parts.requests().incrementAndGet(),
            new Router(endpoints, List.of(parts.pages(), parts.admin())),
            new Recorder(parts.journal()),
            parts.cors(),
            parts.linkBase());
    front = made;
    if (engine != null) engine.serve(made::handle, made::date);
  }

  /** What answers on the port, for callers in this process. */
  public HttpEngine.Handler handler() {
    return controller()::handle;
  }

  /** The {@code Date} header of an answer now. */
  public String date() {
    return controller().date();
  }

  private FrontController controller() {
    return Objects.requireNonNull(front, "serve comes first");
  }

  /** Whether it is on a port. */
  public boolean isBound() {
    return engine != null;
  }

  /**
   * The port.
   *
   * @throws IllegalStateException without one
   */
  public int port() {
    if (engine == null) throw new IllegalStateException("this server listens on no port");
    return engine.port();
  }

  /** The address for clients on this machine, for example {@code http://127.0.0.1:41123}. */
  public String baseUrl() {
    return baseUrl;
  }

  /** Frees the port and ends every thread. */
  public void stop() {
    if (engine != null) engine.stop();
  }

  private static String urlHost(String host) {
    boolean anyAddress = host.equals("0.0.0.0") || host.equals("::");
    if (anyAddress) return "127.0.0.1";
    boolean isBareIpv6 = host.contains(":") && !host.startsWith("[");
    return isBareIpv6 ? "[" + host + "]" : host;
  }
}
