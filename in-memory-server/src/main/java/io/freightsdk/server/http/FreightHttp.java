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
import org.jspecify.annotations.Nullable;

/** The service over HTTP: on a port, or for callers in this process only. */
public final class FreightHttp {
  /** The base URL of a server without a port. Its host does not exist. */
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
   * Binds the address. Clients that connect wait until {@link #serve}.
   *
   * @throws java.io.UncheckedIOException if the address cannot be bound
   */
  public static FreightHttp bind(String host, int port) {
    return new FreightHttp(HttpEngine.bind(host, port), host);
  }

  /** A service without a port, for callers in this process. */
  public static FreightHttp unbound() {
    return new FreightHttp();
  }

  /**
   * Serves the operations of {@code service}, its pages and its test control.
   *
   * @param branches the endpoints of the pages and of the test control
   */
  public void serve(
      FreightService service,
      VirtualClock clock,
      FaultPlan faults,
      RequestJournal journal,
      List<LazyEndpoints> branches,
      LinkBaseUrl linkBase) {
    AgentAuthorizer authorizer = new AgentAuthorizer(service.accounts(), new FaultInjector(faults));
    List<Endpoint> endpoints = new ArrayList<>();
    endpoints.addAll(new AgentRoutes(service, authorizer).routes());
    endpoints.addAll(new ExperimentalRoutes(service, authorizer).routes());
    endpoints.addAll(new PublicRoutes(service).routes());
    Router router = new Router(endpoints, branches);
    FrontController made = new FrontController(clock, router, journal, linkBase);
    front = made;
    if (engine != null) engine.serve(made::handle, made::date);
  }

  /** The handler of requests, for callers in this process. */
  public HttpEngine.Handler handler() {
    return controller()::handle;
  }

  /** The value of the {@code Date} header now. */
  public String date() {
    return controller().date();
  }

  private FrontController controller() {
    return Objects.requireNonNull(front, "serve comes first");
  }

  /** Whether it listens on a port. */
  public boolean isBound() {
    return engine != null;
  }

  /**
   * The port.
   *
   * @throws IllegalStateException without a port
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
