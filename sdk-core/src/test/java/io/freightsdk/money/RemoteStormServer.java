package io.freightsdk.money;

import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.testsupport.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/** A service in a second JVM, told what to do over its test control. */
final class RemoteStormServer implements StormServer {
  private static final MediaType JSON = MediaType.get("application/json");
  private static final int CALLS_OF_AN_OUTAGE = 10;

  private final OkHttpClient http = new OkHttpClient();
  private final Process process;
  private final String baseUrl;
  private final String agentKey;
  private final String brokerId;
  private final Pattern balance;

  RemoteStormServer() throws IOException {
    process =
        new ProcessBuilder(ChildJvm.program(StormProcess.class))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String line =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))
            .readLine();
    if (line == null) {
      process.destroyForcibly();
      throw new IOException("the service's process ended before it was ready");
    }
    String[] parts = line.split(" ", -1);
    baseUrl = parts[0];
    agentKey = parts[1];
    brokerId = parts[2];
    balance =
        Pattern.compile(
            "\"brokerId\":\"" + Pattern.quote(brokerId) + "\"[^}]*\"balanceUsd\":([-0-9.]+)");
  }

  @Override
  public String baseUrl() {
    return baseUrl;
  }

  @Override
  public String agentKey() {
    return agentKey;
  }

  @Override
  public BigDecimal balanceUsd() {
    String brokers = send(request("brokers").build());
    Matcher found = balance.matcher(brokers);
    if (!found.find()) throw new IllegalStateException("no balance in " + brokers);
    return new BigDecimal(found.group(1));
  }

  @Override
  public void credit(String amountUsd) {
    post("brokers/" + brokerId + "/credit", "{\"amountUsd\":\"" + amountUsd + "\"}");
  }

  @Override
  public void probability(Operation operation, double probability, long seed, Fault fault) {
    post(
        "faults",
        "{\"operation\":\"%s\",\"kind\":\"%s\",\"probability\":%s,\"seed\":%d}"
            .formatted(operation.id(), fault.kind().name(), probability, seed));
  }

  /** The test control has no outage that it can end alone: it counts the calls instead. */
  @Override
  public void billingOutage() {
    for (Operation paid : List.of(Operation.CREATE_LOAD, Operation.GET_LOAD_POSITION)) {
      post(
          "faults",
          "{\"operation\":\"%s\",\"kind\":\"%s\",\"times\":%d}"
              .formatted(paid.id(), Fault.Kind.BILLING_UNAVAILABLE.name(), CALLS_OF_AN_OUTAGE));
    }
  }

  @Override
  public void clearFaults() {
    send(request("faults").delete().build());
  }

  @Override
  public void advance(Duration by) {
    post("clock", "{\"advance\":\"" + by + "\"}");
  }

  private void post(String path, String json) {
    send(request(path).post(RequestBody.create(json, JSON)).build());
  }

  private Request.Builder request(String path) {
    return new Request.Builder().url(baseUrl + "/__admin/" + path);
  }

  private String send(Request request) {
    try (Response response = http.newCall(request).execute()) {
      String body = response.body().string();
      if (!response.isSuccessful()) throw new IllegalStateException(request.url() + ": " + body);
      return body;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    http.connectionPool().evictAll();
    process.destroyForcibly();
  }
}
