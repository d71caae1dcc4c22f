package io.freightsdk.benchmark;

import io.freightsdk.json.FreightJson;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.CreateLoadResult;
import io.freightsdk.testing.SampleLoads;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.Buffer;

/**
 * Measures the in-memory server and WireMock, each as a program with its usual options: the time to
 * its first response, and the time of a creation and a read. WireMock has stubs with bodies of the
 * in-memory server.
 */
final class ServerBenchmark {
  private static final String AGENT_KEY = "fak_benchmark";
  private static final int WARM_UP = 2_000;
  private static final int BATCHES = 20;
  private static final int BATCH_SIZE = 50;

  private final OkHttpClient http = new OkHttpClient();
  private final Buffer input = new Buffer();
  private final Path freightJar;
  private final Path wireMockJar;
  private final Path stubs;

  /**
   * The results of one round, in microseconds.
   *
   * @param freightStart from the start of the process until the first load is created
   * @param freightRequests median of a creation and a read
   */
  record Round(
      double freightStart, double wireMockStart, double freightRequests, double wireMockRequests) {}

  ServerBenchmark(Path freightJar, Path wireMockJar) throws IOException {
    this.freightJar = freightJar;
    this.wireMockJar = wireMockJar;
    this.stubs = Path.of("target", "wiremock");
    FreightJson.write(CreateLoadInput.class, SampleLoads.twoStops(), input);
    try (RunningServer freight = freight()) {
      String created = freight.create();
      String number = freight.numberOf(created);
      String position = freight.read(number);
      stub("create", "POST", "/v1/agent/loads", 201, created);
      stub("read", "GET", "/v1/agent/loads/" + number, 200, position);
    }
  }

  private void stub(String name, String method, String path, int status, String body)
      throws IOException {
    String mapping =
        """
        {
          "request": {"method": "%s", "urlPath": "%s"},
          "response": {
            "status": %d,
            "headers": {"Content-Type": "application/json"},
            "base64Body": "%s"
          }
        }
        """;
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    Path folder = Files.createDirectories(stubs.resolve("mappings"));
    Files.writeString(
        folder.resolve(name + ".json"),
        String.format(
            Locale.ROOT, mapping, method, path, status, Base64.getEncoder().encodeToString(bytes)));
  }

  Round measure() throws IOException {
    try (RunningServer freight = freight();
        RunningServer wireMock = wireMock()) {
      freight.times(WARM_UP);
      wireMock.times(WARM_UP);
      LongStream freightNanos = LongStream.empty();
      LongStream wireMockNanos = LongStream.empty();
      for (int i = 0; i < BATCHES; i++) {
        freightNanos = LongStream.concat(freightNanos, freight.times(BATCH_SIZE));
        wireMockNanos = LongStream.concat(wireMockNanos, wireMock.times(BATCH_SIZE));
      }
      return new Round(
          freight.startNanos / 1e3,
          wireMock.startNanos / 1e3,
          median(freightNanos) / 1e3,
          median(wireMockNanos) / 1e3);
    }
  }

  static double median(LongStream values) {
    long[] sorted = values.sorted().toArray();
    return sorted[sorted.length / 2];
  }

  private RunningServer freight() throws IOException {
    String port = freePort();
    String balance = "1000000.00";
    long start = System.nanoTime();
    ChildProcess program =
        ChildProcess.of(
            freightJar, "--port", port, "--agent-key", AGENT_KEY, "--balance", balance, "--json");
    return new RunningServer(program, port, start);
  }

  private RunningServer wireMock() throws IOException {
    String port = freePort();
    long start = System.nanoTime();
    ChildProcess program =
        ChildProcess.of(
            wireMockJar,
            "--port",
            port,
            "--bind-address",
            "127.0.0.1",
            "--root-dir",
            stubs.toString());
    return new RunningServer(program, port, start);
  }

  private static String freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return String.valueOf(socket.getLocalPort());
    }
  }

  /** A server that has created a load. */
  private final class RunningServer implements AutoCloseable {
    private final ChildProcess program;
    private final String loads;
    final long startNanos;

    RunningServer(ChildProcess program, String port, long start) throws IOException {
      this.program = program;
      this.loads = "http://127.0.0.1:" + port + "/v1/agent/loads";
      awaitStart();
      this.startNanos = System.nanoTime() - start;
    }

    private void awaitStart() throws IOException {
      while (true) {
        try {
          String unused = create();
          return;
        } catch (ConnectException notYet) {
          if (!program.isAlive()) throw notYet;
          pause();
        }
      }
    }

    /** Creates and reads this number of loads. Returns the nanoseconds of each. */
    LongStream times(int count) throws IOException {
      long[] nanos = new long[count];
      for (int i = 0; i < count; i++) {
        long start = System.nanoTime();
        String unused = read(numberOf(create()));
        nanos[i] = System.nanoTime() - start;
      }
      return LongStream.of(nanos);
    }

    String create() throws IOException {
      return send(
          new Request.Builder()
              .url(loads)
              .header("Idempotency-Key", UUID.randomUUID().toString())
              .post(RequestBody.create(input.snapshot(), MediaType.get("application/json"))),
          201);
    }

    String numberOf(String created) throws IOException {
      return FreightJson.read(CreateLoadResult.class, new Buffer().writeUtf8(created)).loadNumber();
    }

    String read(String number) throws IOException {
      return send(new Request.Builder().url(loads + "/" + number), 200);
    }

    private String send(Request.Builder request, int expected) throws IOException {
      Request authorized = request.header("Authorization", "Bearer " + AGENT_KEY).build();
      try (Response response = http.newCall(authorized).execute()) {
        if (response.code() != expected) throw new IOException("status " + response.code());
        return response.body().string();
      }
    }

    @Override
    public void close() {
      program.close();
      http.connectionPool().evictAll();
    }
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(1);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
