package io.freightsdk.server.http;

import io.freightsdk.json.FreightJson;
import io.freightsdk.model.Operation;
import io.freightsdk.server.domain.trip.Status;
import io.freightsdk.server.http.engine.Response;
import io.freightsdk.server.service.AccountManager.Caller;
import io.freightsdk.server.service.FreightService;
import io.freightsdk.server.service.LoadCreation;
import io.freightsdk.server.service.LoadCreation.Outcome;
import io.freightsdk.server.service.LoadLinks;
import io.freightsdk.server.service.PositionReads.PositionSnapshot;
import io.freightsdk.server.service.StoredLoad.LoadIds;
import io.freightsdk.server.service.account.AgentKeys;
import io.freightsdk.server.service.order.OrderReader;
import io.freightsdk.server.service.order.OrderReader.LoadOrder;
import io.freightsdk.server.service.refusal.RefusedException;
import io.freightsdk.server.view.KeyScope;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The published operations, from {@code createLoad} to {@code getBalance}. */
final class AgentRoutes {
  static final String CURRENCY = "USD";

  private static final int MAX_KEY_LENGTH = 255;

  /** Maximum number of points in a position. */
  private static final int MAX_POINTS = 500;

  private final FreightService service;
  private final AgentAuthorizer authorizer;

  AgentRoutes(FreightService service, AgentAuthorizer authorizer) {
    this.service = service;
    this.authorizer = authorizer;
  }

  List<Endpoint> routes() {
    return List.of(
        authorizer.route(
            Operation.CREATE_LOAD,
            KeyScope.LOADS_CREATE,
            true,
            (context, caller) -> createLoad(service, Operation.CREATE_LOAD, context, caller)),
        authorizer.route(Operation.GET_LOAD_POSITION, KeyScope.LOADS_READ, true, this::getPosition),
        authorizer.route(Operation.UPDATE_LOAD_STATUS, null, false, this::updateStatus),
        authorizer.route(
            Operation.CONFIRM_DELIVERY, KeyScope.LOADS_CONFIRM, true, this::confirmDelivery),
        // Everyone who pays must be able to read the prices, so they need no scope.
        authorizer.route(Operation.GET_PRICING, null, false, this::getPricing),
        authorizer.route(Operation.GET_BALANCE, KeyScope.BILLING_READ, false, this::getBalance));
  }

  static Response createLoad(
      FreightService service, Operation operation, RequestContext context, Caller caller)
      throws IOException {
    String key = idempotencyKey(context);
    Map<?, ?> body = context.jsonObject();
    LoadOrder order = service.orders().read(body);
    int bodyHash = key == null ? 0 : Arrays.hashCode(context.body());
    LoadLinks links = context.links();
    LoadCreation.Request creation =
        new LoadCreation.Request(operation, order, key, bodyHash, links);
    LoadCreation.Result result = service.creation().create(caller, creation);
    if (result.differentBody()) {
      context.note("idempotency key used before with another body; the first result is replayed");
    } else if (result.replayed()) {
      context.note("replayed by idempotency key");
    } else if (!result.outcome().isExisting()) {
      context.note(OrderReader.describeGeocoding(order));
    }
    return created(result.outcome(), links);
  }

  /**
   * The response to a creation: 201 for a new load, 200 for the existing load of a customerRef. A
   * replay has the status of the first response under its key.
   */
  private static Response created(Outcome outcome, LoadLinks links) {
    LoadIds load = outcome.load();
    String driver = load.driverToken();
    Map<String, @Nullable Object> body =
        JsonText.object(
            outcome.isExisting() ? "ok" : "success",
            true,
            "loadId",
            load.loadId(),
            "loadNumber",
            load.loadNumber(),
            "trackingLink",
            links.tracking(load.trackingToken()),
            "driverWebLink",
            links.driverWeb(driver),
            "driverAppLink",
            links.driverApp(driver));
    if (outcome.isExisting()) body.put("deduplicated", true);
    else body.put("driverResolution", outcome.resolution());
    String unresolved = outcome.unresolvedTruckNumber();
    if (unresolved != null) body.put("unresolvedTruckNumber", unresolved);
    return JsonText.response(outcome.isExisting() ? 200 : 201, body);
  }

  /** The {@code Idempotency-Key}, 1 to 255 visible ASCII characters; null when none was sent. */
  private static @Nullable String idempotencyKey(RequestContext context) {
    List<String> values = context.headers("Idempotency-Key");
    if (values.isEmpty()) return null;
    String key = values.get(0);
    boolean wellFormed =
        AgentKeys.hasOnlyVisibleAscii(key) && !key.isEmpty() && key.length() <= MAX_KEY_LENGTH;
    if (values.size() > 1 || !wellFormed) {
      throw RefusedException.invalidIdempotencyKey();
    }
    return key;
  }

  private Response getPosition(RequestContext context, Caller caller) throws IOException {
    // A malformed body fails the request before it is paid, although the body is not used.
    context.request().skipBody();
    String loadNumber = context.parameter("loadNumber");
    PositionSnapshot snapshot =
        service
            .positions()
            .readAndCharge(caller, Operation.GET_LOAD_POSITION, loadNumber, MAX_POINTS);
    return JsonText.response(200, PositionJson.of(snapshot));
  }

  private Response updateStatus(RequestContext context, Caller caller) {
    throw RefusedException.statusUpdatesGone();
  }

  private Response confirmDelivery(RequestContext context, Caller caller) throws IOException {
    Object given = confirmation(context).get("bol_received_at");
    Instant received = given instanceof String text ? FreightJson.parseInstant(text.trim()) : null;
    if (given != null && received == null) throw RefusedException.invalidBolTime();
    Status before = service.closing().confirm(caller, context.parameter("loadNumber"), received);
    return JsonText.response(200, confirmed(before));
  }

  /** Every 400 of a confirmation is a {@code PlainError}. */
  private static Map<?, ?> confirmation(RequestContext context) throws IOException {
    try {
      return context.jsonObject();
    } catch (RefusedException refused) {
      if (refused.status() != 400) throw refused;
      throw RefusedException.badRequest("The body is not a JSON object");
    }
  }

  private static Map<String, @Nullable Object> confirmed(Status before) {
    return before == Status.DELIVERED
        ? JsonText.object("ok", true, "idempotent", true)
        : JsonText.object(
            "ok", true, "oldStatus", Status.AT_DELIVERY, "newStatus", Status.DELIVERED);
  }

  private Response getPricing(RequestContext context, Caller caller) {
    return JsonText.ok("currency", CURRENCY, "prices", service.accounts().prices().all());
  }

  private Response getBalance(RequestContext context, Caller caller) {
    return JsonText.ok("currency", CURRENCY, "balanceUsd", caller.account().balanceUsd());
  }
}
