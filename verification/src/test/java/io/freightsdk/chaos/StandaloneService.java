package io.freightsdk.chaos;

import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard;
import io.freightsdk.server.http.JsonText;
import io.freightsdk.server.standalone.Main;
import io.freightsdk.testing.Eventually;
import java.io.File;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/** The standalone server in another process, controlled by its admin API. */
final class StandaloneService implements AutoCloseable {
  private static final MediaType JSON = MediaType.get("application/json");
  private static final int CLOCK_READS = 20;

  /** A debit in its ledger. */
  record Debit(Instant at, BigDecimal usd, @Nullable String key, @Nullable String requestId) {}

  private final OkHttpClient http = new OkHttpClient();
  private final Process process;
  private final Thread shutdownHook;
  private final String baseUrl;
  private final String agentKey;
  private final String brokerId;

  StandaloneService(Path folder, String balanceUsd) throws Exception {
    File output = folder.resolve("service.json").toFile();
    process =
        JvmProcess.start(
            folder.resolve("service.log").toFile(),
            output,
            Main.class,
            List.of("--port", "0", "--json", "--balance", balanceUsd));
    shutdownHook = new Thread(process::destroyForcibly, "service-shutdown");
    Runtime.getRuntime().addShutdownHook(shutdownHook);
    Eventually.until(
        () -> !process.isAlive() || output.length() > 0 && text(output).endsWith("\n"),
        () -> "the output of the service: " + text(output));
    Map<?, ?> ready = (Map<?, ?>) JsonText.parse(text(output).getBytes(StandardCharsets.UTF_8));
    baseUrl = (String) ready.get("baseUrl");
    agentKey = (String) ready.get("agentKey");
    brokerId = (String) ready.get("brokerId");
  }

  private static String text(File file) {
    try {
      return Files.readString(file.toPath(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  String baseUrl() {
    return baseUrl;
  }

  int port() {
    return URI.create(baseUrl).getPort();
  }

  String agentKey() {
    return agentKey;
  }

  /** A client that does not use the proxy. */
  FreightClient client(SpendGuard guard) {
    return FreightClient.builder().baseUrl(baseUrl).agentKey(agentKey).spendGuard(guard).build();
  }

  /**
   * The minimum lead of its clock over the clock of this JVM. The error is less than one round
   * trip.
   */
  Duration clockAhead() throws IOException {
    Duration ahead = null;
    Duration shortest = null;
    for (int read = 0; read < CLOCK_READS; read++) {
      Instant before = Instant.now();
      Instant serviceTime = Instant.parse((String) get("clock").get("now"));
      Instant after = Instant.now();
      Duration took = Duration.between(before, after);
      if (shortest != null && took.compareTo(shortest) >= 0) continue;
      shortest = took;
      ahead = Duration.between(before, serviceTime);
    }
    return ahead;
  }

  BigDecimal balanceUsd() throws IOException {
    return (BigDecimal) get("brokers/" + brokerId + "/ledger?limit=0").get("balanceUsd");
  }

  /** All debits, oldest first. */
  List<Debit> debits() throws IOException {
    return ((List<?>) get("brokers/" + brokerId + "/ledger?limit=1000000").get("entries"))
        .stream()
            .map(entry -> (Map<?, ?>) entry)
            .filter(entry -> "DEBIT".equals(entry.get("type")))
            .map(
                entry ->
                    new Debit(
                        Instant.parse((String) entry.get("at")),
                        (BigDecimal) entry.get("amountUsd"),
                        (String) entry.get("idempotencyKey"),
                        (String) entry.get("requestId")))
            .toList();
  }

  void credit(String usd) throws IOException {
    post("brokers/" + brokerId + "/credit", "{\"amountUsd\":\"" + usd + "\"}");
  }

  /** Makes billing unavailable for the next calls of each paid operation. */
  void failBilling(int calls) throws IOException {
    for (String paid : List.of("createLoad", "getLoadPosition")) {
      post(
          "faults",
          String.format(
              Locale.ROOT,
              "{\"operation\":\"%s\",\"kind\":\"BILLING_UNAVAILABLE\",\"times\":%d}",
              paid,
              calls));
    }
  }

  void clearFaults() throws IOException {
    send(request("faults").delete().build());
  }

  private Map<?, ?> get(String path) throws IOException {
    return (Map<?, ?>) JsonText.parse(send(request(path).build()));
  }

  private void post(String path, String json) throws IOException {
    send(request(path).post(RequestBody.create(json, JSON)).build());
  }

  private Request.Builder request(String path) {
    return new Request.Builder().url(baseUrl + "/__admin/" + path);
  }

  private byte[] send(Request request) throws IOException {
    try (Response response = http.newCall(request).execute()) {
      byte[] body = response.body().bytes();
      if (response.isSuccessful()) return body;
      throw new IOException(request.url() + ": " + new String(body, StandardCharsets.UTF_8));
    }
  }

  @Override
  public void close() {
    http.connectionPool().evictAll();
    http.dispatcher().executorService().shutdown();
    Runtime.getRuntime().removeShutdownHook(shutdownHook);
    process.destroyForcibly();
  }
}
