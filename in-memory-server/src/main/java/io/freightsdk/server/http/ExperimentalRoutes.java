package io.freightsdk.server.http;

import io.freightsdk.model.Operation;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.http.engine.Response;
import io.freightsdk.server.service.AccountManager.Caller;
import io.freightsdk.server.service.FreightService;
import io.freightsdk.server.service.PositionReads;
import io.freightsdk.server.service.account.Ledger.EntryDetails;
import io.freightsdk.server.service.account.PriceList;
import io.freightsdk.server.service.account.Usd;
import io.freightsdk.server.service.refusal.RefusedException;
import io.freightsdk.server.view.KeyScope;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The experimental operations, which the service catalog lists without publishing their shapes.
 * Until they are published, the shapes are this project's choice.
 */
final class ExperimentalRoutes {
  private final FreightService service;
  private final AgentAuthorizer authorizer;

  ExperimentalRoutes(FreightService service, AgentAuthorizer authorizer) {
    this.service = service;
    this.authorizer = authorizer;
  }

  List<Endpoint> routes() {
    return List.of(
        authorizer.route(
            Operation.CREATE_TRACKED_LOAD,
            KeyScope.LOADS_CREATE,
            true,
            (context, caller) ->
                AgentRoutes.createLoad(service, Operation.CREATE_TRACKED_LOAD, context, caller)),
        authorizer.route(
            Operation.GET_TRACKED_LOAD_POSITION,
            KeyScope.LOADS_READ,
            true,
            this::getTrackedLoadPosition),
        authorizer.route(Operation.TOP_UP_BY_CARD, KeyScope.BILLING_READ, false, this::topUp),
        authorizer.route(Operation.GET_SERVICE_CATALOG, null, false, this::getCatalog));
  }

  private Response getTrackedLoadPosition(RequestContext context, Caller caller)
      throws IOException {
    Map<?, ?> body = context.jsonObject();
    if (!(body.get("loadNumber") instanceof String loadNumber) || loadNumber.isBlank()) {
      throw RefusedException.invalidFields(List.of("loadNumber"));
    }
    PositionReads.PositionSnapshot snapshot =
        service
            .positions()
            .readAndCharge(caller, Operation.GET_TRACKED_LOAD_POSITION, loadNumber.trim(), 1);
    Fix last = snapshot.lastFix();
    return JsonText.ok(
        "loadNumber", snapshot.load().ids().loadNumber(),
        "lat", last == null ? null : last.coordinates().lat(),
        "lng", last == null ? null : last.coordinates().lng(),
        "timestamp", last == null ? null : last.time(),
        "status", snapshot.progress().status());
  }

  private Response topUp(RequestContext context, Caller caller) throws IOException {
    Map<?, ?> body = context.jsonObject();
    List<String> invalid = new ArrayList<>();
    BigDecimal amount = amount(body.get("amountUsd"));
    if (amount == null) invalid.add("amountUsd");
    boolean hasCard = body.get("cardToken") instanceof String token && !token.isBlank();
    if (!hasCard) invalid.add("cardToken");
    if (amount == null || !hasCard) throw RefusedException.invalidFields(invalid);

    EntryDetails details =
        new EntryDetails(
            context.receivedAt(), Operation.TOP_UP_BY_CARD, null, null, caller.requestId());
    BigDecimal balance =
        service.accounts().credit(caller.brokerId(), amount, details).balanceAfterUsd();
    return JsonText.ok("ok", true, "currency", AgentRoutes.CURRENCY, "balanceUsd", balance);
  }

  private Response getCatalog(RequestContext context, Caller caller) {
    return JsonText.ok("services", entries(service.accounts().prices()));
  }

  /** The load-related entries of the {@code ServiceCatalog} at the live prices. */
  private static List<Map<String, @Nullable Object>> entries(PriceList prices) {
    return List.of(
        entry(
            prices,
            "agent.create_load",
            "Create a tracked load and text its driver a link",
            Operation.CREATE_LOAD),
        entry(
            prices,
            "logistics.create_tracked_load",
            "Create a load with geofence arrival and departure tracking for its life",
            Operation.CREATE_TRACKED_LOAD),
        entry(
            prices,
            "logistics.get_load_position",
            "Read the latest place, time and status of a load",
            Operation.GET_TRACKED_LOAD_POSITION),
        entry(
            prices,
            "billing.topup_card",
            "Top up the prepaid balance by card",
            Operation.TOP_UP_BY_CARD));
  }

  private static Map<String, @Nullable Object> entry(
      PriceList prices, String id, String description, Operation operation) {
    Map<String, @Nullable Object> entry =
        JsonText.object(
            "id", id,
            "category", id.substring(0, id.indexOf('.')),
            "description", description,
            "price_usd", prices.price(operation),
            "endpoint", operation.path());
    if (operation != Operation.TOP_UP_BY_CARD) entry.put("payment", "prepaid_balance");
    return entry;
  }

  private static @Nullable BigDecimal amount(@Nullable Object value) {
    if (!(value instanceof BigDecimal number) || number.signum() <= 0) return null;
    try {
      return Usd.of(number);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
