package io.freightsdk.server;

import io.freightsdk.model.Operation;
import io.freightsdk.server.http.ErrorTable;
import io.freightsdk.server.http.Input;
import io.freightsdk.server.http.JsonText;
import io.freightsdk.server.http.PingJson;
import io.freightsdk.server.service.Account;
import io.freightsdk.server.service.Accounts.Caller;
import io.freightsdk.server.service.FreightService;
import io.freightsdk.server.service.LoadCreation;
import io.freightsdk.server.service.refusal.Refusal.RefusedException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a server holds at its start, from a JSON file: prices, trucks, and brokers with their loads.
 * Loads are created and charged as by a call. A broker with the agent key of one that the builder
 * opens takes its place.
 *
 * <pre>{@code
 * {"prices": {"position_read": 0.05},
 *  "trucks": [{"truckNumber": "T-100", "driverName": "Dana", "driverPhone": "+13125550142"}],
 *  "brokers": [{"email": "ops@broker.example", "balanceUsd": 25, "agentKey": "key-1",
 *    "loads": [{"order": {...}, "fixes": [{"lat": 39.1, "lng": -84.5, "timestamp": "..."}]}]}]}
 * }</pre>
 */
final class Fixtures {
  private static final List<String> ACCOUNT =
      List.of("email", "balanceUsd", "registered", "scopes", "agentKey");
  private static final List<String> BROKER = plus(ACCOUNT, "keys", "loads");
  // No answer of the service shows who drives a truck, only whether that is known.
  private static final List<String> TRUCK = List.of("truckNumber", "driverName", "driverPhone");

  private final String file;
  private final Map<?, ?> content;

  private Fixtures(String file, Map<?, ?> content) {
    this.file = file;
    this.content = content;
  }

  /**
   * Reads a file.
   *
   * @throws IllegalArgumentException when it cannot be read or is not a JSON object
   */
  static Fixtures read(Path file) {
    try {
      Object tree = JsonText.parse(Files.readAllBytes(file));
      if (tree instanceof Map<?, ?> content) return new Fixtures(file.toString(), content);
    } catch (IOException e) {
      String why = e instanceof NoSuchFileException ? "no such file" : e.getMessage();
      throw new IllegalArgumentException("fixtures " + file + ": " + why, e);
    }
    throw new IllegalArgumentException("fixtures " + file + " are not a JSON object");
  }

  /**
   * Puts everything into a server.
   *
   * @throws IllegalArgumentException for the first thing that cannot be put there; the message
   *     names it
   */
  void apply(InMemoryFreightServer server) {
    try {
      Input all = all();
      Object prices = all.raw("prices");
      if (prices instanceof Map<?, ?> changes) server.prices(prices(changes));
      else if (prices != null) throw Input.refused("prices must be an object");
      for (Map<?, ?> truck : list("trucks", all)) addTruck(server, truck);
      for (Map<?, ?> broker : list("brokers", all)) applyBroker(server, Input.of(broker, BROKER));
    } catch (RefusedException refused) {
      throw unusable(ErrorTable.sentence(refused.refusal()), refused);
    } catch (IllegalArgumentException refused) {
      throw unusable(refused.getMessage(), refused);
    }
  }

  private Input all() {
    return Input.of(content, List.of("prices", "trucks", "brokers"));
  }

  private IllegalArgumentException unusable(@Nullable String why, RuntimeException cause) {
    return new IllegalArgumentException("fixtures " + file + ": " + why, cause);
  }

  /** The brokers of a builder, where one of a described key is as the file describes it. */
  List<BrokerSettings> replaceIn(List<BrokerSettings> given) {
    try {
      Map<String, BrokerSettings> byKey = new HashMap<>();
      for (Map<?, ?> broker : list("brokers", all())) {
        BrokerSettings described = settings(Input.of(broker, BROKER));
        if (described.agentKey() != null) byKey.put(described.agentKey(), described);
      }
      return given.stream()
          .map(one -> one.agentKey() == null ? one : byKey.getOrDefault(one.agentKey(), one))
          .toList();
    } catch (RefusedException refused) {
      throw unusable(ErrorTable.sentence(refused.refusal()), refused);
    }
  }

  private static Broker open(InMemoryFreightServer server, BrokerSettings described) {
    String key = described.agentKey();
    for (Broker first : server.initialBrokers()) {
      if (first.agentKey().equals(key)) return first;
    }
    return server.createBroker(described);
  }

  private void applyBroker(InMemoryFreightServer server, Input described) {
    Broker broker = open(server, settings(described));
    FreightService service = server.service();
    Account account = Objects.requireNonNull(service.accounts().find(broker.brokerId()));
    for (Map<?, ?> one : list("keys", described)) {
      Input key = Input.of(one, List.of("agentKey", "scopes"));
      service.accounts().addKey(broker.brokerId(), key.requiredText("agentKey"), key.scopes());
    }
    for (Map<?, ?> one : list("loads", described)) {
      Input load = Input.of(one, List.of("order", "idempotencyKey", "awaitsBol", "fixes"));
      if (!(load.raw("order") instanceof Map<?, ?> order)) {
        throw Input.refused("each load needs an order, the body of its creation");
      }
      Object fixes = load.raw("fixes");
      if (fixes != null && !(fixes instanceof List)) throw Input.refused("fixes must be a list");
      LoadCreation.Request request =
          new LoadCreation.Request(
              Operation.CREATE_LOAD,
              service.orders().read(order),
              load.text("idempotencyKey"),
              LoadCreation.Request.NO_HASH);
      Caller caller = new Caller(account, "fixture");
      String number = service.creation().create(caller, request).outcome().load().loadNumber();
      Boolean awaitsBol = load.flag("awaitsBol");
      if (awaitsBol != null) server.load(number).awaitBol(awaitsBol);
      if (fixes instanceof List<?> all) {
        PingResult.Series sent =
            server.addPings(
                number,
                all,
                fix -> fix instanceof Map<?, ?> body ? PingJson.readStrictly(body) : null);
        if (!sent.refused().isEmpty()) {
          PingResult.Series.Refused first = sent.refused().get(0);
          throw Input.refused(
              "fixes of %s are refused: the first, number %s, as %s"
                  .formatted(number, first.index(), first.reason()));
        }
      }
    }
  }

  /** The account that the test control is asked to open. */
  static BrokerSettings settings(Map<?, ?> described) {
    return settings(Input.of(described, ACCOUNT));
  }

  private static BrokerSettings settings(Input described) {
    BigDecimal balance = described.usd("balanceUsd");
    Boolean registered = described.flag("registered");
    return new BrokerSettings(
        described.text("email"),
        balance == null ? BigDecimal.ZERO : balance,
        registered == null || registered,
        described.scopes(),
        described.text("agentKey"));
  }

  static String addTruck(InMemoryFreightServer server, Map<?, ?> described) {
    Input truck = Input.of(described, TRUCK);
    String truckNumber = truck.requiredText("truckNumber");
    truck.text("driverName");
    truck.text("driverPhone");
    server.addTruck(truckNumber);
    return truckNumber;
  }

  static Map<String, BigDecimal> prices(Map<?, ?> described) {
    Input prices = Input.ofAnyNames(described);
    Map<String, BigDecimal> changes = new LinkedHashMap<>();
    for (Object key : described.keySet()) {
      String name = String.valueOf(key);
      changes.put(name, prices.required(name, prices.usd(name)));
    }
    return changes;
  }

  private static List<String> plus(List<String> names, String... more) {
    return Stream.concat(names.stream(), Stream.of(more)).toList();
  }

  private static List<Map<?, ?>> list(String name, Input of) {
    Object given = of.raw(name);
    if (given == null) return List.of();
    if (!(given instanceof List<?> entries)) throw Input.refused(name + " must be a list");
    List<Map<?, ?>> objects = new ArrayList<>();
    for (Object entry : entries) {
      if (!(entry instanceof Map<?, ?> members)) {
        throw Input.refused(name + " must be a list of objects");
      }
      objects.add(members);
    }
    return objects;
  }
}
