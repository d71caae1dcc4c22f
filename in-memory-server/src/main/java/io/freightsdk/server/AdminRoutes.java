package io.freightsdk.server;

import io.freightsdk.server.AdminGate.AdminAccess;
import io.freightsdk.server.http.Endpoint;
import io.freightsdk.server.http.Endpoint.Handler;
import io.freightsdk.server.http.JsonText;
import io.freightsdk.server.http.engine.Response;
import io.freightsdk.server.service.FreightService;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The route table of the test control. */
final class AdminRoutes {
  private static final String ROOT = "/__admin/";

  private final AdminGate gate;
  private final BrokerControl brokers;
  private final LoadControl loads;
  private final ServerControl server;
  private final InMemoryFreightServer freight;
  private final FreightService service;
  private @Nullable Console console;
  private final SnapshotControl snapshots;

  /** The test control of {@code server}: the same calls as in Java, over HTTP. */
  AdminRoutes(InMemoryFreightServer server, FreightService service, AdminAccess access) {
    this.gate = new AdminGate(access);
    this.brokers = new BrokerControl(server);
    this.loads = new LoadControl(server, service);
    this.server = new ServerControl(server);
    this.freight = server;
    this.service = service;
    this.snapshots = new SnapshotControl(server);
  }

  List<Endpoint> routes() {
    List<Endpoint> routes = new ArrayList<>();
    add(routes, "GET", "", call -> console().page(call));
    add(routes, "GET", "map", call -> console().map(call));
    add(routes, "GET", "events", call -> console().events(call));
    add(routes, "GET", "health", call -> ok());
    add(routes, "POST", "reset", server::reset);
    add(routes, "GET", "clock", server::clock);
    add(routes, "POST", "clock", server::moveClock);
    add(routes, "GET", "prices", server::prices);
    add(routes, "PUT", "prices", server::changePrices);
    add(routes, "POST", "faults", server::addFault);
    add(routes, "GET", "faults", server::faults);
    add(routes, "DELETE", "faults", server::clearFaults);
    add(routes, "DELETE", "faults/{id}", server::removeFault);

    add(routes, "POST", "snapshots", snapshots::take);
    add(routes, "GET", "snapshots", snapshots::list);
    add(routes, "DELETE", "snapshots/{name}", snapshots::forget);
    add(routes, "POST", "snapshots/{name}/restore", snapshots::restore);
    add(routes, "POST", "snapshots/{name}/fork", snapshots::forkSnapshot);
    add(routes, "POST", "forks", snapshots::forkNow);
    add(routes, "GET", "forks", snapshots::forks);
    add(routes, "DELETE", "forks/{port}", snapshots::closeFork);

    add(routes, "GET", "requests", server::requests);
    add(routes, "GET", "requests/{requestId}", server::request);
    add(routes, "GET", "sms", server::sms);
    add(routes, "GET", "divergences", server::divergences);
    add(routes, "GET", "openapi.yaml", server::description);
    add(routes, "GET", "certificate", server::certificate);

    add(routes, "GET", "brokers", brokers::list);
    add(routes, "POST", "brokers", brokers::create);
    add(routes, "POST", "brokers/{id}/keys", brokers::newKey);
    add(routes, "POST", "brokers/{id}/credit", brokers::credit);
    add(routes, "GET", "brokers/{id}/ledger", brokers::ledger);
    add(routes, "DELETE", "keys/{agentKey}", brokers::revoke);
    add(routes, "POST", "trucks", brokers::addTruck);

    add(routes, "GET", "loads", loads::list);
    add(routes, "GET", "loads/{loadNumber}", loads::view);
    add(routes, "GET", "loads/{loadNumber}/explain", loads::explain);
    add(routes, "POST", "loads/{loadNumber}/cancel", loads::cancel);
    add(routes, "POST", "loads/{loadNumber}/deliver", loads::deliver);
    add(routes, "POST", "loads/{loadNumber}/await-bol", loads::awaitBol);
    add(routes, "POST", "loads/{loadNumber}/stops/{sequence}/radius", loads::fenceRadius);

    add(routes, "POST", "loads/{loadNumber}/pings", loads::pings);
    add(routes, "POST", "loads/{loadNumber}/drive", loads::drive);
    add(routes, "POST", "loads/{loadNumber}/replay", loads::replay);
    return routes;
  }

  /** Loaded when it is first asked for. */
  private synchronized Console console() {
    Console made = console;
    if (made == null) {
      made = new Console(freight, service);
      console = made;
    }
    return made;
  }

  static Response ok() {
    return JsonText.response(200, JsonText.object("ok", true));
  }

  private void add(List<Endpoint> routes, String method, String path, Handler handler) {
    routes.add(Endpoint.unrecorded(method, ROOT + path, gate.guard(handler)));
  }
}
