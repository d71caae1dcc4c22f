package io.freightsdk.server.admin;

import io.freightsdk.server.http.Endpoint;
import io.freightsdk.server.http.Endpoint.Handler;
import io.freightsdk.server.http.JsonText;
import io.freightsdk.server.http.engine.Response;
import java.util.ArrayList;
import java.util.List;

/**
 * The route table of the test control. {@code admin-api.yaml} describes the routes; tests compare
 * their parameters and members with it, and the routes with {@code docs/in-memory-server.md}.
 */
public final class AdminRoutes {
  private static final String ROOT = "/__admin/";

  private AdminRoutes() {}

  /**
   * Responds if the server runs. Open to every caller, because a probe calls from another machine
   * without a token, and the response contains nothing else.
   */
  public static Endpoint health() {
    return Endpoint.unrecorded("GET", ROOT + "health", context -> ok());
  }

  public static List<Endpoint> of(AdminContext admin) {
    SystemRoutes server = new SystemRoutes(admin);
    BrokerRoutes brokers = new BrokerRoutes(admin);
    LoadRoutes loads = new LoadRoutes(admin);
    List<Endpoint> routes = new ArrayList<>();
    add(routes, "POST", "reset", server::reset);
    add(routes, "GET", "clock", server::clock);
    add(routes, "POST", "clock", server::moveClock);
    add(routes, "GET", "prices", server::prices);
    add(routes, "PUT", "prices", server::changePrices);
    add(routes, "POST", "faults", server::addFault);
    add(routes, "GET", "faults", server::faults);
    add(routes, "DELETE", "faults", server::clearFaults);
    add(routes, "DELETE", "faults/{id}", server::removeFault);

    add(routes, "GET", "requests", server::requests, "limit before q operation status fault");
    add(routes, "GET", "requests/{requestId}", server::request);
    add(routes, "GET", "sms", server::sms, "phone q limit offset");
    add(routes, "GET", "openapi.yaml", server::openApi);

    add(routes, "GET", "brokers", brokers::list, "limit offset q");
    add(routes, "POST", "brokers", brokers::create);
    add(routes, "POST", "brokers/{id}/keys", brokers::newKey);
    add(routes, "POST", "brokers/{id}/credit", brokers::credit);
    add(routes, "GET", "brokers/{id}/ledger", brokers::ledger, "limit offset");
    add(routes, "DELETE", "keys/{agentKey}", brokers::revoke);
    add(routes, "POST", "trucks", brokers::addTruck);

    add(routes, "GET", "loads", loads::list, "limit offset q status brokerId");
    add(routes, "GET", "loads/{loadNumber}", loads::view);
    add(routes, "GET", "loads/{loadNumber}/explain", loads::explain, "after");
    add(routes, "POST", "loads/{loadNumber}/cancel", loads::cancel);
    add(routes, "POST", "loads/{loadNumber}/deliver", loads::deliver);
    add(routes, "POST", "loads/{loadNumber}/await-bol", loads::setAwaitBol);
    add(routes, "POST", "loads/{loadNumber}/stops/{sequence}/radius", loads::setFenceRadius);

    add(routes, "POST", "loads/{loadNumber}/pings", loads::receivePings);
    add(routes, "POST", "loads/{loadNumber}/drive", loads::drive);
    return routes;
  }

  static Response ok() {
    return JsonText.ok("ok", true);
  }

  private static void add(List<Endpoint> routes, String method, String path, Handler handler) {
    add(routes, method, path, handler, "");
  }

  /** Adds a route whose query may have these parameters, separated by spaces. */
  private static void add(
      List<Endpoint> routes, String method, String path, Handler handler, String parameters) {
    List<String> names = parameters.isEmpty() ? List.of() : List.of(parameters.split(" ", -1));
    Handler checked =
        context -> {
          AdminInput.checkQuery(context, names);
          return handler.handle(context);
        };
    routes.add(Endpoint.unrecorded(method, ROOT + path, checked));
  }
}
