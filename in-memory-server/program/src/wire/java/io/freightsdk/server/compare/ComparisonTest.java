package io.freightsdk.server.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Service;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** A deployment that is this server behind a proxy that changes its answers. */
class ComparisonTest {
  /** What a proxy makes of an answer. */
  private record Passing(int status, String contentType, String challenge, String body) {
    Passing status(int other) {
      return new Passing(other, contentType, challenge, body);
    }

    Passing replaced(String pattern, String by) {
      return new Passing(status, contentType, challenge, body.replaceFirst(pattern, by));
    }
  }

  /**
   * A planted difference.
   *
   * @param request the beginning of {@code METHOD path}
   * @param answer part of the answer that is changed
   */
  private record Planted(
      String request, String answer, String where, UnaryOperator<Passing> change) {}

  private static final String PRICES = "GET /v1/agent/pricing";
  private static final String BALANCE = "GET /v1/agent/balance";
  private static final String CREATE = "POST /v1/agent/loads";
  private static final String READ = "GET /v1/agent/loads/LD-";
  private static final String CONFIRM = "POST /v1/agent/loads/LD-";

  private static final List<Planted> TWENTY =
      List.of(
          planted(PRICES, "load_create", "prices.position_read", "0\\.02", "0.03"),
          planted(PRICES, "load_create", "currency", "\"currency\":\"USD\",?", ""),
          planted(
              BALANCE,
              "balanceUsd",
              "at",
              "\"balanceUsd\":([0-9.]+)",
              "\"balanceUsd\":$1,\"at\":1"),
          planted(PRICES, "MISSING_KEY", "code", "MISSING_KEY", "NO_KEY"),
          new Planted(BALANCE, "INVALID_KEY", "status", came -> came.status(403)),
          new Planted(
              BALANCE,
              "MISSING_KEY",
              "header www-authenticate",
              came -> new Passing(came.status, came.contentType, null, came.body)),
          new Planted("PATCH ", "STATUS_DOOR_CLOSED", "status", came -> came.status(405)),
          planted("PATCH ", "STATUS_DOOR_CLOSED", "code", ",\"code\":\"STATUS_DOOR_CLOSED\"", ""),
          planted(CONFIRM, "Load not found", "error", "Load not found", "No load"),
          planted(CONFIRM, "invalid bol_received_at", "error", "invalid bol", "bad bol"),
          planted(CREATE, "Missing or invalid", "fields length", "\"driverPhone\",", ""),
          planted(CREATE, "INVALID_DRIVER_PHONE", "code", "INVALID_DRIVER_PHONE", "BAD_PHONE"),
          new Planted(CREATE, "\"success\"", "status", came -> came.status(200)),
          planted(CREATE, "\"success\"", "success", "\"success\"", "\"ok\""),
          planted(CREATE, "deduplicated", "deduplicated", ",\"deduplicated\":true", ""),
          planted(READ, "PLANNED", "status", "\"status\":\"PLANNED\"", "\"status\":\"CREATED\""),
          planted(
              READ, "PLANNED", "stops.0.windowTo", "\"windowTo\":\"[^\"]+\"", "\"windowTo\":null"),
          planted(
              CONFIRM, "before_geofence", "reason", "bol_received_before_geofence_arrive", "early"),
          planted(
              "POST /api/driver/", "lowConfidence", "lowConfidence", ",\"lowConfidence\":true", ""),
          planted(
              READ,
              "DELIVERED",
              "distanceMiles",
              "\"distanceMiles\":[0-9.]+",
              "\"distanceMiles\":1.5"),
          planted(CONFIRM, "idempotent", "idempotent", ",\"idempotent\":true", ""),
          planted("GET /api/track/", "loadNumber", "brokerId", "^\\{", "{\"brokerId\":\"brk\","));

  private static Planted planted(
      String request, String answer, String where, String pattern, String by) {
    return new Planted(request, answer, where, came -> came.replaced(pattern, by));
  }

  private final Service service = Service.start();
  private final List<Planted> planted = new ArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private HttpServer proxy;

  @BeforeEach
  void start() throws IOException {
    proxy = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    proxy.setExecutor(threads);
    proxy.createContext("/", this::pass);
    proxy.start();
  }

  @AfterEach
  void stop() {
    proxy.stop(0);
    threads.shutdownNow();
    service.close();
  }

  private void pass(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().toString();
    List<String> headers = new ArrayList<>();
    for (String name : List.of("Authorization", "Idempotency-Key")) {
      String value = exchange.getRequestHeaders().getFirst(name);
      if (value != null) headers.addAll(List.of(name, value));
    }
    String sent = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    Http.Reply reply =
        service
            .anyone()
            .send(exchange.getRequestMethod(), path, sent, headers.toArray(new String[0]));
    Passing came =
        new Passing(
            reply.status(),
            reply.header("Content-Type"),
            reply.header("WWW-Authenticate"),
            reply.text());
    String request = exchange.getRequestMethod() + " " + path;
    for (Planted one : planted) {
      if (request.startsWith(one.request) && reply.text().contains(one.answer)) {
        came = one.change.apply(came);
      }
    }
    exchange.getResponseHeaders().set("Content-Type", came.contentType);
    if (came.challenge != null) {
      exchange.getResponseHeaders().set("WWW-Authenticate", came.challenge);
    }
    byte[] body = came.body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(came.status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private List<Difference> compare(String budgetUsd) throws IOException {
    String url = "http://127.0.0.1:" + proxy.getAddress().getPort();
    return Comparison.with(
        url, service.broker().agentKey(), budgetUsd == null ? null : new BigDecimal(budgetUsd));
  }

  @Test
  void theSameServerDoesNotDifferAndTheBudgetOfThePageIsEnoughForALife() throws IOException {
    assertThat(compare("1.40")).isEmpty();
    // One load and two reads; all else is refused, replayed or free.
    assertThat(service.broker().balanceUsd()).isEqualByComparingTo("24.31");
  }

  @Test
  void everyPlantedDifferenceIsFound() throws IOException {
    planted.addAll(TWENTY);

    List<Difference> found = compare("2.00");

    assertThat(TWENTY).hasSizeGreaterThanOrEqualTo(20);
    // And nothing that was not planted.
    assertThat(found)
        .extracting(Difference::where)
        .isSubsetOf(
            java.util.stream.Stream.concat(
                    TWENTY.stream().map(Planted::where),
                    java.util.stream.Stream.of("at", "ok", "fields.0", "fields.1", "fields.2"))
                .toList());
  }

  @ParameterizedTest
  @FieldSource("TWENTY")
  void eachPlantedDifferenceIsFoundByItself(Planted one) throws IOException {
    planted.add(one);

    assertThat(compare("2.00")).extracting(Difference::where).contains(one.where);
  }

  @Test
  void aLifeThatCostsMoreThereIsADifference() throws IOException {
    planted.add(
        new Planted(
            CREATE,
            "deduplicated",
            "cost",
            came -> {
              service.server().price("position_read", "0.03");
              return came;
            }));

    assertThat(compare("2.00"))
        .extracting(Difference::where, Difference::here, Difference::there)
        .contains(tuple("cost", "0.69", "0.71"));
  }

  @Test
  void withoutABudgetNothingIsSpentAndABudgetIsNeverPassed() throws IOException {
    assertThat(compare(null)).isEmpty();
    assertThat(compare("0.10"))
        .extracting(Difference::where, Difference::there)
        .containsExactly(tuple("budget", "may cost 0.65 USD, and 0.00 of 0.10 USD are spent"));
    assertThat(service.broker().debits()).isEmpty();
    planted.add(TWENTY.get(4));
    assertThat(compare("0.66"))
        .extracting(Difference::step, Difference::there)
        .contains(tuple("/v1/agent/balance with a wrong key", "403"))
        .endsWith(tuple("the order again", "may cost 0.65 USD, and 0.65 of 0.66 USD are spent"));
    assertThat(service.broker().balanceUsd()).isEqualByComparingTo("24.35");
  }

  @Test
  void aTopUpWhileItComparesHidesNothingOfWhatIsSpent() throws IOException {
    planted.add(
        new Planted(
            CREATE,
            "\"success\"",
            "budget",
            came -> {
              service.broker().credit("50.00");
              return came;
            }));

    assertThat(compare("0.66"))
        .extracting(Difference::step, Difference::there)
        .containsExactly(
            tuple("the order again", "may cost 0.65 USD, and 0.65 of 0.66 USD are spent"));
  }

  @Test
  void noValueBreaksARowOfTheTable() {
    assertThat(new Difference("a|b", "where", "1\r\n2", "\\|").row())
        .isEqualTo("| a\\|b | where | 1 2 | \\\\| |");
  }

  @Test
  void aBalanceThatCannotBeReadIsADifferenceAndEndsOnlyWhatCosts() throws IOException {
    planted.add(planted(BALANCE, "balanceUsd", "balanceUsd", ":([0-9.]+)", ":\"$1\""));
    planted.add(TWENTY.get(8));

    assertThat(compare(null)).extracting(Difference::where).containsExactly("balanceUsd", "error");
    assertThat(compare("2.00")).extracting(Difference::where).contains("balanceUsd", "end");
    assertThat(service.broker().debits()).isEmpty();
  }

  @Test
  void aKeyThatIsRefusedIsNoDifference() {
    String url = "http://127.0.0.1:" + proxy.getAddress().getPort();
    assertThatThrownBy(() -> Comparison.with(url, "wrong", null))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("refuses the key");
  }

  @Test
  void onlyThisMachineIsAskedWithoutTls() {
    assertThatThrownBy(() -> Comparison.with("http://192.0.2.1", "key", null))
        .hasMessageContaining("https");
    assertThat(new Deployment(URI.create("https://freight.example"), "fak_secret").toString())
        .doesNotContain("fak_secret");
  }
}
