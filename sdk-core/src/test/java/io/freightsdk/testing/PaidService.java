package io.freightsdk.testing;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.internal.retry.RetryTable.RepeatCost;
import io.freightsdk.model.Operation;
import io.freightsdk.testing.Front.Asked;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;

/**
 * A service that takes money for every operation that can cost some, also for those whose price is
 * 0 today. A key is charged once where that is published; all else is charged each time.
 */
public final class PaidService implements AutoCloseable {
  private static final Map<Operation, BigDecimal> PRICES = prices();

  private final World world;
  private final Front front;
  private final List<FreightClient> clients = new ArrayList<>();
  private final AtomicInteger keys = new AtomicInteger();

  /** Guarded by this, as all below. */
  private final Map<String, String> loadOfKey = new HashMap<>();

  private final Queue<MockResponse> refusals = new ArrayDeque<>();
  private final List<Asked> requests = new ArrayList<>();
  private BigDecimal debited = BigDecimal.ZERO;
  private int lost;

  private PaidService(World world) {
    this.world = world;
    this.front = Front.in(world, "paid.test", this::answer);
  }

  public static PaidService in(World world) {
    return new PaidService(world);
  }

  /** Every operation that can cost something, as the table of operations says. */
  public static Stream<Operation> operations() {
    return Stream.of(Operation.values()).filter(operation -> RepeatCost.of(operation).isReserved());
  }

  /** A price of its own for each name in the list. */
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
                        name -> new BigDecimal("0.65").subtract(tenths(list.size())))));
    return prices;
  }

  private static BigDecimal tenths(int number) {
    return BigDecimal.valueOf(number, 1);
  }

  public static BigDecimal price(Operation operation) {
    BigDecimal price = PRICES.get(operation);
    if (price == null) throw new AssertionError(operation + " has no price");
    return price;
  }

  /** Of clients of it. */
  public FreightClientBuilder builder() {
    return world.builder().baseUrl(front.baseUrl());
  }

  public FreightClient client(FreightClientBuilder builder) {
    FreightClient client = builder.build();
    clients.add(client);
    return client;
  }

  /** What a call of the operation needs, each with another key where a key is not paid once. */
  public CallOptions.Builder options(Operation operation) {
    return options(operation, "key-" + keys.incrementAndGet());
  }

  /** The same under this key. */
  public CallOptions.Builder options(Operation operation, String key) {
    CallOptions.Builder options = CallOptions.builder();
    if (!RepeatCost.of(operation).isChargedOncePerKey()) options.idempotencyKey(key);
    return options;
  }

  /** The answers of the next so many paid requests are lost after the money was taken. */
  public synchronized void loseAnswers(int times) {
    lost = times;
  }

  /** The next paid request gets this answer, and nothing is taken for it. */
  public synchronized void refuse(MockResponse.Builder answer) {
    refusals.add(answer.build());
  }

  /** What it has taken. */
  public synchronized BigDecimal debited() {
    return debited;
  }

  /** The requests that were for money, with or without effect. */
  public synchronized List<Asked> requests() {
    return List.copyOf(requests);
  }

  private synchronized MockResponse answer(Asked request) {
    Operation operation = operationOf(request);
    if (operation == Operation.GET_PRICING) return priceList();
    requests.add(request);
    MockResponse refusal = refusals.poll();
    if (refusal != null) return refusal;

    String key = request.header("Idempotency-Key");
    String known = RepeatCost.of(operation).isChargedOncePerKey() ? loadOfKey.get(key) : null;
    if (known == null && RepeatCost.of(operation).isReserved()) {
      debited = debited.add(price(operation));
    }
    String load =
        known != null ? known : String.format(Locale.ROOT, "LD-2026-%04d", requests.size());
    if (key != null) loadOfKey.putIfAbsent(key, load);
    boolean creates =
        operation == Operation.CREATE_LOAD || operation == Operation.CREATE_TRACKED_LOAD;
    MockResponse.Builder answer =
        creates ? ServiceAnswers.createdLoad(load) : ServiceAnswers.success(operation);
    if (lost > 0) {
      lost--;
      answer.onResponseStart(new SocketEffect.CloseSocket());
    }
    return answer.build();
  }

  private static MockResponse priceList() {
    String prices =
        PRICES.entrySet().stream()
            .map(price -> "\"" + price.getKey().priceKey() + "\":" + price.getValue())
            .distinct()
            .collect(Collectors.joining(","));
    return ServiceAnswers.json(200, "{\"currency\":\"USD\",\"prices\":{" + prices + "}}").build();
  }

  private static Operation operationOf(Asked request) {
    for (Operation known : Operation.values()) {
      String template = known.path().replaceAll("\\{[^}]+}", "[^/]+");
      boolean isIt =
          known.method().equals(request.method())
              && Pattern.matches(template, request.url().encodedPath());
      if (isIt) return known;
    }
    throw new AssertionError(request + " is no operation of the description");
  }

  @Override
  public void close() {
    clients.forEach(FreightClient::close);
    front.close();
  }
}
