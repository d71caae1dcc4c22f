package io.freightsdk.guards;

import io.freightsdk.CallOptions;
import io.freightsdk.internal.retry.RetryTable.RepeatCost;
import io.freightsdk.model.Operation;
import io.freightsdk.testing.ScriptedService;
import io.freightsdk.testing.ServiceResponses;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;

/**
 * Responses of a service that charges for every operation that can cost money, even if its price is
 * 0 today. A key is charged once where the API description says so. Everything else is charged each
 * time.
 */
public final class PaidResponses {
  private static final Map<Operation, BigDecimal> PRICES = prices();

  private final Map<String, String> loadOfKey = new HashMap<>();
  private final Queue<MockResponse.Builder> refusals = new ArrayDeque<>();
  private final List<RecordedRequest> requests = new ArrayList<>();
  private BigDecimal debited = BigDecimal.ZERO;
  private int keys;
  private int lost;

  PaidResponses(ScriptedService service) {
    for (Operation operation : Operation.values()) {
      service.alwaysRespond(operation, request -> response(operation, request));
    }
    service.alwaysRespond(Operation.GET_PRICING, priceList());
  }

  /** Every operation that can cost money. */
  static Stream<Operation> operations() {
    return Stream.of(Operation.values())
        .filter(operation -> RepeatCost.of(operation).drawsOnBalance());
  }

  /** A different price for each name in the list. */
  private static Map<Operation, BigDecimal> prices() {
    Map<String, BigDecimal> list = new LinkedHashMap<>();
    Map<Operation, BigDecimal> prices = new HashMap<>();
    operations()
        .filter(operation -> operation.priceKey() != null)
        .forEach(
            operation ->
                prices.put(
                    operation,
                    list.computeIfAbsent(
                        operation.priceKey(),
                        name -> BigDecimal.valueOf(65 - 10L * list.size(), 2))));
    return prices;
  }

  public static BigDecimal price(Operation operation) {
    BigDecimal price = PRICES.get(operation);
    if (price == null) throw new AssertionError(operation + " has no price");
    return price;
  }

  /** Options for a call, with a new key for operations whose key is charged each time. */
  public CallOptions.Builder options(Operation operation) {
    return options(operation, "key-" + ++keys);
  }

  /** The same with this key. */
  public CallOptions.Builder options(Operation operation, String key) {
    CallOptions.Builder options = CallOptions.builder();
    if (!RepeatCost.of(operation).isChargedOncePerKey()) options.idempotencyKey(key);
    return options;
  }

  /** Loses the next responses after the service has charged. */
  public void loseResponses(int times) {
    lost = times;
  }

  /** The next request gets this response and is not charged. */
  public void refuse(MockResponse.Builder response) {
    refusals.add(response);
  }

  /** The sum of all charges. */
  public BigDecimal debited() {
    return debited;
  }

  /** All requests except those for the price list. */
  public List<RecordedRequest> requests() {
    return List.copyOf(requests);
  }

  private MockResponse.Builder response(Operation operation, RecordedRequest request) {
    requests.add(request);
    MockResponse.Builder refusal = refusals.poll();
    if (refusal != null) return refusal;

    String key = request.getHeaders().get("Idempotency-Key");
    String known = RepeatCost.of(operation).isChargedOncePerKey() ? loadOfKey.get(key) : null;
    if (known == null && RepeatCost.of(operation).drawsOnBalance()) {
      debited = debited.add(price(operation));
    }
    String load =
        known != null ? known : String.format(Locale.ROOT, "LD-2026-%04d", requests.size());
    if (key != null) loadOfKey.putIfAbsent(key, load);
    boolean creates =
        operation == Operation.CREATE_LOAD || operation == Operation.CREATE_TRACKED_LOAD;
    MockResponse.Builder response =
        creates ? ServiceResponses.createdLoad(load) : ServiceResponses.success(operation);
    if (lost > 0) {
      lost--;
      response.onResponseStart(new SocketEffect.CloseSocket());
    }
    return response;
  }

  private static MockResponse.Builder priceList() {
    String prices =
        PRICES.entrySet().stream()
            .map(price -> "\"" + price.getKey().priceKey() + "\":" + price.getValue())
            .distinct()
            .collect(Collectors.joining(","));
    return ServiceResponses.json(200, "{\"currency\":\"USD\",\"prices\":{" + prices + "}}");
  }
}
