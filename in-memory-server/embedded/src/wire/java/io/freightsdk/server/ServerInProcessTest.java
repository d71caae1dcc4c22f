package io.freightsdk.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.model.Operation;
import io.freightsdk.server.ServerInProcess.Answer;
import io.freightsdk.server.ServerInProcess.Delivery;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.fault.Faults;
import io.freightsdk.server.view.RecordedRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class ServerInProcessTest {
  private static final Instant START = Instant.parse("2026-11-20T10:00:00Z");
  private static final Duration MOMENT = Duration.ofMillis(1);
  private static final String LOADS = Operation.CREATE_LOAD.path();

  private long nanos;

  @AutoClose
  private final InMemoryFreightServer inProcess = ServerInProcess.start(settings(), () -> nanos);

  @AutoClose private final InMemoryFreightServer onPort = settings().frozenClock().start();

  private final Broker here = inProcess.createBroker("5.00");
  private final Broker there = onPort.createBroker("5.00");

  private static FreightServerBuilder settings() {
    return InMemoryFreightServer.builder()
        .clockStart(START)
        .seed(7)
        .publicUrl("https://freight.test.example");
  }

  private record Asked(String method, String target, String body, List<String> headers) {}

  /** What came, as far as it does not depend on how it is framed. */
  private record Came(int status, Map<String, String> headers, String body, boolean cut) {}

  private Asked keyed(String method, String target, String body, String... headers) {
    List<String> all = new ArrayList<>(List.of(headers));
    all.add("Authorization: Bearer " + here.agentKey());
    if (!body.isEmpty()) all.add("Content-Type: application/json");
    return new Asked(method, target, body, all);
  }

  private static String order(String street) {
    return """
        {"driverPhone":"+13125550142",
         "pickups":[{"address":"%s","city":"Cincinnati","state":"OH","zip":"45202",
           "lat":39.1006,"lng":-84.5095}],
         "deliveries":[{"address":"200 Parkway","city":"Sevierville","state":"TN","zip":"37862",
           "lat":35.8681,"lng":-83.5619}]}"""
        .formatted(street);
  }

  private Answer ask(Asked asked) {
    return ask(inProcess, asked);
  }

  private static Answer ask(InMemoryFreightServer server, Asked asked) {
    return ServerInProcess.ask(
        server,
        asked.method,
        asked.target,
        entries(asked),
        asked.body.getBytes(StandardCharsets.UTF_8));
  }

  private static List<Map.Entry<String, String>> entries(Asked asked) {
    List<Map.Entry<String, String>> entries = new ArrayList<>();
    for (String line : asked.headers) {
      String[] parts = line.split(": ", 2);
      entries.add(Map.entry(parts[0], parts[1]));
    }
    return entries;
  }

  private static Came came(Answer answer) {
    return came(
        answer.status(), answer.headers(), answer.body(), answer.delivery() == Delivery.CUT);
  }

  private static Came came(int status, Map<String, String> headers, byte[] body, boolean cut) {
    Map<String, String> compared = new TreeMap<>(headers);
    compared.keySet().removeAll(List.of("Content-Length", "Connection"));
    return new Came(status, compared, new String(body, StandardCharsets.ISO_8859_1), cut);
  }

  private Came overSocket(Asked asked) {
    StringBuilder request = new StringBuilder();
    request.append(asked.method).append(' ').append(asked.target).append(" HTTP/1.1\r\n");
    for (String line : asked.headers) request.append(line).append("\r\n");
    request.append("Host: localhost\r\nConnection: close\r\n");
    if (!asked.body.isEmpty()) {
      request.append("Content-Length: ").append(asked.body.length()).append("\r\n");
    }
    request.append("\r\n").append(asked.body);
    byte[] all = exchanged(request.toString());
    String text = new String(all, StandardCharsets.ISO_8859_1);
    if (!text.startsWith("HTTP/1.1 ")) return came(0, Map.of(), all, false);
    int end = text.indexOf("\r\n\r\n");
    String[] lines = text.substring(0, end).split("\r\n");
    Map<String, String> headers = new TreeMap<>();
    for (int i = 1; i < lines.length; i++) {
      String[] parts = lines[i].split(": ", 2);
      headers.put(parts[0], parts[1]);
    }
    String body = text.substring(end + 4);
    boolean cut =
        !asked.method.equals("HEAD")
            && Integer.parseInt(headers.getOrDefault("Content-Length", "0")) > body.length();
    int status = Integer.parseInt(lines[0].split(" ", 3)[1]);
    return came(status, headers, body.getBytes(StandardCharsets.ISO_8859_1), cut);
  }

  private byte[] exchanged(String request) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), onPort.port())) {
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      socket.getOutputStream().flush();
      return socket.getInputStream().readAllBytes();
    } catch (SocketException reset) {
      return new byte[0];
    } catch (IOException e) {
      throw new AssertionError("no answer to " + request.lines().findFirst().orElse(""), e);
    }
  }

  private Answer bothAnswer(Asked asked) {
    Answer answer = ask(asked);
    assertThat(came(answer))
        .as(asked.method + " " + asked.target.toLowerCase(Locale.ROOT))
        .isEqualTo(overSocket(asked));
    assertThat(here.balanceUsd()).isEqualTo(there.balanceUsd());
    return answer;
  }

  private void bothPlan(Fault fault) {
    for (Faults plan : List.of(inProcess.faults(), onPort.faults())) plan.next(null, fault);
  }

  private String created() {
    Answer answer =
        bothAnswer(keyed("POST", LOADS, order("100 Main St"), "Idempotency-Key: first"));
    assertThat(answer.status()).isEqualTo(201);
    return inProcess.loads(1).get(0).loadNumber();
  }

  @Test
  void operationsAnswerAsOnAPort() {
    String number = created();
    bothAnswer(keyed("POST", LOADS, order("100 Main St"), "Idempotency-Key: first"));
    bothAnswer(keyed("POST", LOADS, order("101 Main St"), "Idempotency-Key: first"));
    assertThat(here.debits()).hasSize(1);
    for (Operation operation : Operation.values()) {
      String target = operation.path().replace("{loadNumber}", number);
      bothAnswer(keyed(operation.method(), target, ""));
      bothAnswer(keyed(operation.method(), target, "{}"));
      bothAnswer(new Asked(operation.method(), target, "", List.of()));
    }
    assertThat(journal(inProcess)).isEqualTo(journal(onPort));
  }

  @Test
  void refusalsAreAsOnAPort() {
    assertThat(bothAnswer(keyed("POST", LOADS, "{")).status()).isEqualTo(400);
    assertThat(bothAnswer(keyed("POST", LOADS, order(""))).status()).isEqualTo(400);
    assertThat(bothAnswer(keyed("GET", "/v1/nothing", "")).status()).isEqualTo(404);
    assertThat(bothAnswer(keyed("DELETE", LOADS, "")).status()).isEqualTo(405);
    assertThat(bothAnswer(keyed("GET", "/v1/{nothing}", "")).status()).isEqualTo(400);
    assertThat(bothAnswer(keyed("GET", "/", "", "Host: a", "Host: b")).status()).isEqualTo(400);
    assertThat(bothAnswer(keyed("HEAD", Operation.GET_PRICING.path(), "")).body()).isEmpty();
    bothAnswer(new Asked("OPTIONS", "*", "", List.of()));
    bothAnswer(keyed("GET", "/", "", "Long: " + "x".repeat(20_000)));
    here.revoke(here.agentKey());
    there.revoke(there.agentKey());
    assertThat(bothAnswer(keyed("POST", LOADS, order("1 Main St"))).status()).isEqualTo(401);
  }

  @Test
  void whoHasNoMoneyIsRefusedAsOnAPort() {
    for (InMemoryFreightServer server : List.of(inProcess, onPort)) {
      server.price("load_create", "9.00");
    }
    assertThat(bothAnswer(keyed("POST", LOADS, order("100 Main St"))).status()).isEqualTo(402);
  }

  @Test
  void plannedFaultsStrikeAsOnAPort() {
    Map<Fault, Delivery> deliveries = new LinkedHashMap<>();
    deliveries.put(Fault.billingUnavailable(), Delivery.WHOLE);
    deliveries.put(Fault.status(503).withRetryAfter("7"), Delivery.WHOLE);
    deliveries.put(Fault.statusAfterCommit(500), Delivery.WHOLE);
    deliveries.put(Fault.malformedJson(), Delivery.WHOLE);
    deliveries.put(Fault.delay(MOMENT), Delivery.WHOLE);
    deliveries.put(Fault.delayAfterCommit(MOMENT), Delivery.WHOLE);
    deliveries.put(Fault.dribble(MOMENT), Delivery.DRIBBLED);
    deliveries.put(Fault.truncateBody(), Delivery.CUT);
    deliveries.put(Fault.wrongLength(), Delivery.CUT);
    deliveries.put(Fault.randomBytes(), Delivery.NO_HTTP);
    deliveries.put(Fault.reset(), Delivery.RESET);
    deliveries.put(Fault.resetAfterCommit(), Delivery.RESET);
    deliveries.put(Fault.closeBeforeProcessing(), Delivery.CLOSED);
    deliveries.put(Fault.closeAfterCommit(), Delivery.CLOSED);
    String position = Operation.GET_LOAD_POSITION.path().replace("{loadNumber}", created());
    deliveries.forEach(
        (fault, delivery) -> {
          bothPlan(fault);
          Answer answer = bothAnswer(keyed("GET", position, ""));
          assertThat(answer.delivery()).as(fault.toString()).isEqualTo(delivery);
          boolean late = fault.kind() == Fault.Kind.DELAY;
          assertThat(answer.after()).isEqualTo(late ? MOMENT : Duration.ZERO);
        });
    assertThat(journal(inProcess)).isEqualTo(journal(onPort));
  }

  private static List<List<Object>> journal(InMemoryFreightServer server) {
    List<List<Object>> lines = new ArrayList<>();
    for (RecordedRequest request : server.journal().requests()) {
      List<Object> line = new ArrayList<>();
      line.add(request.requestId());
      line.add(request.method() + " " + request.path());
      line.add(request.operation());
      line.add(request.status());
      line.add(request.fault());
      line.add(request.resendOf());
      line.add(request.note());
      line.add(request.body());
      lines.add(line);
    }
    return lines;
  }

  @Test
  void whatHappensAfterADelayHappensWhenItHasPassed() {
    Duration hour = Duration.ofHours(1);
    inProcess.faults().next(null, Fault.delay(hour));
    Asked creation = keyed("POST", LOADS, order("100 Main St"));
    List<Runnable> held = new ArrayList<>();
    List<Answer> answers = new ArrayList<>();
    ServerInProcess.ask(
        inProcess,
        creation.method,
        creation.target,
        entries(creation),
        creation.body.getBytes(StandardCharsets.UTF_8),
        (time, work) -> {
          assertThat(time).isEqualTo(hour);
          held.add(work);
        },
        answers::add);

    assertThat(held).hasSize(1);
    assertThat(answers).isEmpty();
    assertThat(inProcess.loads(10)).isEmpty();
    assertThat(inProcess.journal().requests()).isEmpty();

    nanos += hour.toNanos();
    held.get(0).run();
    assertThat(answers).extracting(Answer::status).containsExactly(201);
    assertThat(answers.get(0).after()).isZero();
    assertThat(here.debits().get(0).at()).isEqualTo(START.plus(hour));
    assertThat(inProcess.journal().requests()).hasSize(1);
  }

  @Test
  void theClockGoesByTheTimeThatItIsGiven() {
    assertThat(inProcess.clock().now()).isEqualTo(START);
    nanos += Duration.ofMinutes(5).toNanos();
    assertThat(inProcess.clock().now()).isEqualTo(START.plus(Duration.ofMinutes(5)));
    inProcess.clock().advance(Duration.ofMinutes(1));
    assertThat(inProcess.clock().now()).isEqualTo(START.plus(Duration.ofMinutes(6)));
  }

  @Test
  void nothingListens() {
    assertThat(inProcess.baseUrl()).isEqualTo("https://freight.test");
    assertThatThrownBy(inProcess::port)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("no port");
    assertThatThrownBy(inProcess::tlsUrl).isInstanceOf(IllegalStateException.class);
  }
}
