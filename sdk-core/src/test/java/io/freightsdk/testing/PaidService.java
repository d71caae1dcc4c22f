package io.freightsdk.testing;

import io.freightsdk.CallOptions;
import io.freightsdk.CallOptionsBuilder;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.internal.retry.RetryTable.RepeatClass;
import io.freightsdk.model.Operation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;

/**
 * A service that takes money for every operation that can cost some, also for those whose price is
 * 0 today. A key is charged once where that is published; all else is charged each time.
 */
public final class PaidService extends Dispatcher implements AutoCloseable {
  private static final Map<Operation, BigDecimal> PRICES = prices();

  /** Of a call by its path, which the price list does not name. */
  private static final BigDecimal OF_A_PATH = new BigDecimal("0.40");

  private final MockWebServer server = QuickSockets.mockServer();
  private final MovableClock clock = new MovableClock();
  private final List<FreightClient> clients = new ArrayList<>();
  private final AtomicInteger keys = new AtomicInteger();

  /** Guarded by this, as all below. */
  private final Map<String, String> loadOfKey = new HashMap<>();

  private final Queue<MockResponse> refusals = new ArrayDeque<>();
  private final List<RecordedRequest> requests = new ArrayList<>();
  private BigDecimal debited = BigDecimal.ZERO;
  private int lost;

  public PaidService() {
    server.setDispatcher(this);
    try {
      server.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Every operation that can cost something, as the table of operations says. */
  public static Stream<Operation> operations() {
    return Stream.of(Operation.values())
        .filter(operation -> RepeatClass.of(operation).isReserved());
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
    BigDecimal price = operation == Operation.OTHER ? OF_A_PATH : PRICES.get(operation);
    if (price == null) throw new AssertionError(operation + " has no price");
    return price;
  }

  /** Clients of it retry at once; no time passes for their limits. */
  public FreightClientBuilder builder() {
    return FreightClient.builder()
        .baseUrl(server.url("/").toString())
        .agentKey("agentkey-0123456789")
        .clock(clock);
  }

  public FreightClient client(FreightClientBuilder builder) {
    FreightClient client = builder.build();
    clients.add(client);
    return client;
  }

  /** What a call of the operation needs, each with another key where a key is not paid once. */
  public CallOptionsBuilder options(Operation operation) {
    return options(operation, "key-" + keys.incrementAndGet());
  }

  /** The same under this key. */
  public CallOptionsBuilder options(Operation operation, String key) {
    CallOptionsBuilder options = CallOptions.builder();
    if (operation == Operation.OTHER) options.price(OF_A_PATH);
    if (!RepeatClass.of(operation).isChargedOncePerKey()) options.idempotencyKey(key);
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
  public synchronized List<RecordedRequest> requests() {
    return List.copyOf(requests);
  }

  @Override
  public synchronized MockResponse dispatch(RecordedRequest request) {
    Operation operation = operationOf(request);
    if (operation == Operation.GET_PRICING) return priceList();
    requests.add(request);
    MockResponse refusal = refusals.poll();
    if (refusal != null) return refusal;

    String key = request.getHeaders().get("Idempotency-Key");
    String known = RepeatClass.of(operation).isChargedOncePerKey() ? loadOfKey.get(key) : null;
    if (known == null && RepeatClass.of(operation).isReserved()) {
      debited = debited.add(price(operation));
    }
    String load = known != null ? known : "LD-2026-%04d".formatted(requests.size());
    if (key != null) loadOfKey.putIfAbsent(key, load);
    boolean creates =
        operation == Operation.CREATE_LOAD || operation == Operation.CREATE_TRACKED_LOAD;
    MockResponse.Builder answer = creates ? Answers.createdLoad(load) : Answers.success(operation);
    if (lost > 0) {
      lost--;
      answer.onResponseStart(new SocketEffect.CloseSocket());
    }
    return answer.build();
  }

  private static MockResponse priceList() {
    String prices =
        PRICES.entrySet().stream()
            .map(price -> "\"%s\":%s".formatted(price.getKey().priceKey(), price.getValue()))
            .distinct()
            .collect(Collectors.joining(","));
    return Answers.json(200, "{\"currency\":\"USD\",\"prices\":{" + prices + "}}").build();
  }

  private static Operation operationOf(RecordedRequest request) {
    for (Operation known : Operation.values()) {
      String template = known.path().replaceAll("\\{[^}]+}", "[^/]+");
      boolean isIt =
          known.method().equals(request.getMethod())
              && Pattern.matches(template, request.getUrl().encodedPath());
      if (isIt) return known;
    }
    return Operation.OTHER;
  }

  /** By the clock of its clients, which stands still. */
  public Instant now() {
    return clock.instant();
  }

  @Override
  public void close() {
    clients.forEach(FreightClient::close);
    server.close();
  }
}
