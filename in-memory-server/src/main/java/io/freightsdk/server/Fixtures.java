package io.freightsdk.server;

import io.freightsdk.model.Operation;
import io.freightsdk.server.http.JsonText;
import io.freightsdk.server.http.PingJson;
import io.freightsdk.server.service.Account;
import io.freightsdk.server.service.Accounts.Caller;
import io.freightsdk.server.service.FreightService;
import io.freightsdk.server.service.LoadCreation;
import io.freightsdk.server.service.refusal.Refusal.RefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What a server holds at its start, from a JSON file: prices, trucks, and brokers with their loads.
 * Loads are created and charged as by a call.
 *
 * <pre>{@code
 * {"prices": {"position_read": 0.05},
 *  "trucks": [{"truckNumber": "T-100", "driverName": "Dana", "driverPhone": "+13125550142"}],
 *  "brokers": [{"email": "ops@broker.example", "balanceUsd": 25, "agentKey": "key-1",
 *    "loads": [{"order": {...}, "fixes": [{"lat": 39.1, "lng": -84.5, "timestamp": "..."}]}]}]}
 * }</pre>
 */
final class Fixtures {
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
      Input all = new Input(content);
      all.expectOnly(List.of("prices", "trucks", "brokers"));
      Object prices = all.raw("prices");
      if (prices instanceof Map<?, ?> changes) server.prices(ServerControl.prices(changes));
      else if (prices != null) throw Input.refused("prices must be an object");
      for (Input truck : list("trucks", all)) BrokerControl.addTruck(server, truck);
      for (Input broker : list("brokers", all)) applyBroker(server, broker);
    } catch (RefusedException refused) {
      throw new IllegalArgumentException("fixtures " + file + ": " + refused.refusal(), refused);
    }
  }

  private void applyBroker(InMemoryFreightServer server, Input described) {
    described.expectOnly(
        List.of("email", "balanceUsd", "registered", "scopes", "agentKey", "loads"));
    Broker broker = server.createBroker(BrokerControl.settings(described));
    FreightService service = server.service();
    Account account = Objects.requireNonNull(service.accounts().find(broker.brokerId()));
    for (Input load : list("loads", described)) {
      load.expectOnly(List.of("order", "idempotencyKey", "fixes"));
      if (!(load.raw("order") instanceof Map<?, ?> order)) {
        throw Input.refused("each load needs an order, the body of its creation");
      }
      Object fixes = load.raw("fixes");
      if (fixes != null && !(fixes instanceof List)) throw Input.refused("fixes must be a list");
      LoadCreation.Request request =
          new LoadCreation.Request(
              Operation.CREATE_LOAD, service.orders().read(order), load.text("idempotencyKey"), 0);
      Caller caller = new Caller(account, "fixture");
      String number = service.creation().create(caller, request).outcome().load().loadNumber();
      if (fixes instanceof List<?> all) {
        PingResult.Series sent =
            server.addPings(
                number, all, fix -> fix instanceof Map<?, ?> body ? PingJson.read(body) : null);
        if (!sent.refused().isEmpty()) {
          throw Input.refused("fixes of " + number + " are refused: " + sent.refused());
        }
      }
    }
  }

  private static List<Input> list(String name, Input of) {
    Object given = of.raw(name);
    if (given == null) return List.of();
    if (!(given instanceof List<?> entries)) throw Input.refused(name + " must be a list");
    return entries.stream()
        .map(
            entry -> {
              if (entry instanceof Map<?, ?> members) return new Input(members);
              throw Input.refused(name + " must be a list of objects");
            })
        .toList();
  }
}
