package io.freightsdk.server.http;

import io.freightsdk.server.http.Router.Branch;
import io.freightsdk.server.http.engine.HttpEngine;
import io.freightsdk.server.http.engine.InProcessCalls;
import io.freightsdk.server.journal.RequestJournal;
import io.freightsdk.server.service.FaultPlan;
import io.freightsdk.server.service.FreightService;
import io.freightsdk.server.time.VirtualClock;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A service on a port, below the addresses of another one, or on no port. */
public final class FreightHttp {
  /** A name that no machine has. */
  private static final String NOWHERE = "https://freight.test";

  private final @Nullable HttpEngine engine;
  private final @Nullable HttpEngine tls;
  private final String baseUrl;
  private final @Nullable String tlsUrl;
  private final Forks forks;
  private final @Nullable Below below;
  private @Nullable Front front;
  private @Nullable InProcessCalls inProcess;

  private FreightHttp(HttpEngine engine, @Nullable HttpEngine tls, String host) {
    this.engine = engine;
    this.tls = tls;
    this.baseUrl = "http://" + urlHost(host) + ":" + engine.port();
    this.tlsUrl = tls == null ? null : "https://" + urlHost(host) + ":" + tls.port();
    this.forks = new Forks();
    this.below = null;
  }

  private FreightHttp() {
    this.engine = null;
    this.tls = null;
    this.baseUrl = NOWHERE;
    this.tlsUrl = null;
    this.forks = new Forks();
    this.below = null;
  }

  private FreightHttp(FreightHttp of, Forks.Place place) {
    this.engine = null;
    this.tls = null;
    this.forks = place.inner();
    this.below = new Below(of, place);
    this.baseUrl = of.baseUrl + place.path();
    this.tlsUrl = of.tlsUrl == null ? null : of.tlsUrl + place.path();
  }

  /** Where a fork is: at the addresses of another service. */
  private record Below(FreightHttp of, Forks.Place place) {}

  /**
   * The parts of a server.
   *
   * @param requests how many there were; makes their ids
   * @param pages can be hit by planned faults, as everything but the test control
   * @param admin the test control
   */
  public record Parts(
      FreightService service,
      VirtualClock clock,
      FaultPlan faults,
      RequestJournal journal,
      AtomicLong requests,
      Branch pages,
      Branch admin) {}

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

  /** On no port: only callers in this process reach it. */
  public static FreightHttp unbound() {
    return new FreightHttp();
  }

  /**
   * A fork at the addresses of this service, below a path of its own.
   *
   * @throws IllegalStateException when {@code most} forks are open, those of forks included
   */
  public FreightHttp fork(int most) {
    return new FreightHttp(this, forks.add(most));
  }

  /** The fork that this is, as its path names it; null when it is none. */
  public @Nullable String forkId() {
    return below == null ? null : below.place().id();
  }

  /** Where this fork is for whoever reaches the service that it is a fork of at {@code address}. */
  public String under(String address) {
    return below == null ? address : address + below.place().path();
  }

  public void serve(Parts parts) {
    FaultStage stage = new FaultStage(parts.faults(), parts.service().tracking()::brokerOf);
    AgentGate gate = new AgentGate(parts.service().accounts(), stage);
    List<Endpoint> endpoints = new ArrayList<>();
    endpoints.addAll(new AgentRoutes(parts.service(), gate).routes());
    endpoints.addAll(new CatalogRoutes(parts.service(), gate).routes());
    endpoints.addAll(stage.around(new PublicRoutes(parts.service()).routes()));
    Branch pages = parts.pages().with(stage::around);
    Front made =
        new Front(
            parts.clock(),
            () -> "req_" + parts.requests().incrementAndGet(),
            new Router(endpoints, List.of(pages, parts.admin())),
            new Recorder(parts.journal()));
    synchronized (this) {
      front = made;
    }
    HttpEngine.Handler all = forks.before(made);
    if (engine != null) engine.serve(all, made::date);
    if (tls != null) tls.serve(all, made::date);
    if (below != null) below.place().serve(all);
  }

  /** Calls without a port, of what the ports serve. */
  public synchronized InProcessCalls inProcess() {
    InProcessCalls calls = inProcess;
    if (calls == null) {
      Front serving = Objects.requireNonNull(front, "serve comes first");
      calls = new InProcessCalls(forks.before(serving), serving::date);
      inProcess = calls;
    }
    return calls;
  }

  /**
   * The port; a fork has that of the service which it is a fork of.
   *
   * @throws IllegalStateException without one
   */
  public int port() {
    if (below != null) return below.of().port();
    if (engine == null) throw new IllegalStateException("this server listens on no port");
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

  /** Frees the port and ends every thread; of a fork, ends its calls. */
  public void stop() {
    if (below != null) below.place().close();
    if (engine != null) engine.stop();
    if (tls != null) tls.stop();
  }

  private static String urlHost(String host) {
    boolean anyAddress = host.equals("0.0.0.0") || host.equals("::");
    if (anyAddress) return "127.0.0.1";
    return host.contains(":") ? "[" + host + "]" : host;
  }
}
