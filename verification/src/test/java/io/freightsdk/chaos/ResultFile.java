package io.freightsdk.chaos;

import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightResponse;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.model.Operation;
import io.freightsdk.simulation.RunObservations;
import io.freightsdk.simulation.Violation.Rule;
import java.io.FileOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A file with the results that the callers of one process got. It has a line before each call, and
 * one after it, before the caller continues. Written lines survive the process.
 */
final class ResultFile implements AutoCloseable {
  private static final String NO_VALUE = "-";

  private final FileOutputStream out;
  private final Instant start;
  private final String process;
  private int calls;

  ResultFile(Path file, Instant start, String process) throws IOException {
    this.out = new FileOutputStream(file.toFile(), true);
    this.start = start;
    this.process = process;
  }

  /** Writes the start of a call. Returns its name, which is a header of its requests. */
  synchronized String startCall(Operation operation, @Nullable String key, String scope) {
    String name = String.format(Locale.ROOT, "%s-%05d", process, ++calls);
    write("B", name, operation.id(), key == null ? NO_VALUE : key, scope);
    return name;
  }

  /** Writes the result of a call: a response or an exception. */
  void endCall(
      String call,
      @Nullable FreightResponse<?> response,
      @Nullable Throwable thrown,
      Charge charge) {
    boolean replayed =
        response != null
            && response.value() instanceof CreateLoadOutcome load
            && !load.deduplicated()
            && load.charge().equals(Charge.NONE);
    String requestId = response != null && response.attempts() == 1 ? response.requestId() : null;
    write(
        "E",
        call,
        charge == null ? NO_VALUE : charge.kind().name(),
        charge == null || charge.amountUsd() == null
            ? NO_VALUE
            : charge.amountUsd().toPlainString(),
        Boolean.toString(response != null),
        Boolean.toString(replayed),
        requestId == null ? NO_VALUE : requestId,
        thrown == null ? "success" : describe(thrown));
  }

  private static String describe(Throwable thrown) {
    String next = thrown instanceof FreightException failure ? " -> " + failure.nextStep() : "";
    String text = thrown.getClass().getSimpleName() + ": " + thrown.getMessage() + next;
    return text.replaceAll("\\s+", " ");
  }

  /** Writes a violation that a customer of the process found. */
  void addViolation(Rule rule, String fact) {
    write("V", rule.name(), fact.replaceAll("\\s+", " "));
  }

  /** Writes the state of an order. An open order continues in the next process. */
  void addOrder(String key, boolean hasEnded) {
    write("O", key, Boolean.toString(hasEnded));
  }

  private synchronized void write(String... parts) {
    long at = Duration.between(start, Instant.now()).toNanos();
    try {
      out.write((at + "\t" + String.join("\t", parts) + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    out.close();
  }

  // --- reading ---

  /** A call, read from its lines. */
  static final class Call implements RunObservations.Call {
    final String name;
    private final Incarnation process;
    private final Operation operation;
    private final @Nullable String key;
    private final String scope;
    private final long startedAt;
    private long endedAt = -1;
    private @Nullable Charge reportedCharge;
    private boolean succeeded;
    private boolean replayed;
    private @Nullable String requestId;
    private String resultText = "no result";

    private Call(Incarnation process, String[] line) {
      this.process = process;
      this.startedAt = Long.parseLong(line[0]);
      this.name = line[2];
      this.operation = Operation.ofId(line[3]);
      this.key = line[4].equals(NO_VALUE) ? null : line[4];
      this.scope = line[5];
    }

    private void end(String[] line) {
      endedAt = Long.parseLong(line[0]);
      reportedCharge =
          switch (line[3]) {
            case "NONE" -> Charge.NONE;
            case "UNKNOWN" -> Charge.UNKNOWN;
            case "CHARGED" -> Charge.charged(new BigDecimal(line[4]));
            default -> null;
          };
      succeeded = Boolean.parseBoolean(line[5]);
      replayed = Boolean.parseBoolean(line[6]);
      requestId = line[7].equals(NO_VALUE) ? null : line[7];
      resultText = line[8];
    }

    boolean isRefusedByLimit() {
      return resultText.startsWith(SpendLimitExceededException.class.getSimpleName());
    }

    @Override
    public Operation operation() {
      return operation;
    }

    @Override
    public @Nullable String idempotencyKey() {
      return key;
    }

    @Override
    public String scope() {
      return scope;
    }

    @Override
    public Object process() {
      return process;
    }

    @Override
    public boolean processWasKilled() {
      return process.killed;
    }

    @Override
    public long startedAt() {
      return startedAt;
    }

    @Override
    public long endedAt() {
      return endedAt;
    }

    @Override
    public @Nullable Charge reportedCharge() {
      return reportedCharge;
    }

    @Override
    public boolean succeeded() {
      return succeeded;
    }

    @Override
    public boolean replayed() {
      return replayed;
    }

    @Override
    public @Nullable String requestId() {
      return requestId;
    }

    @Override
    public String resultText() {
      return resultText;
    }

    @Override
    public String toString() {
      return "call " + name + " (" + operation.id() + ")";
    }
  }

  /** A process, from its start to its end. */
  static final class Incarnation {
    final String name;
    final Path file;

    /** Whether it was killed. Other processes close their client. */
    volatile boolean killed;

    Incarnation(String name, Path file) {
      this.name = name;
      this.file = file;
    }
  }

  /** The contents of the file of one process. */
  record Contents(List<Call> calls, Map<String, Boolean> orders, List<String[]> violations) {}

  static Contents read(Incarnation process) throws IOException {
    Map<String, Call> calls = new LinkedHashMap<>();
    Map<String, Boolean> orders = new LinkedHashMap<>();
    List<String[]> violations = new ArrayList<>();
    if (!Files.exists(process.file)) return new Contents(List.of(), orders, violations);
    String text = Files.readString(process.file, StandardCharsets.UTF_8);
    // The last line of a killed process may be incomplete.
    int whole = text.lastIndexOf('\n') + 1;
    for (String raw : text.substring(0, whole).lines().toList()) {
      String[] line = raw.split("\t", -1);
      switch (line[1]) {
        case "B" -> calls.put(line[2], new Call(process, line));
        case "E" -> calls.get(line[2]).end(line);
        case "O" -> orders.put(line[2], Boolean.parseBoolean(line[3]));
        case "V" -> violations.add(new String[] {line[2], line[3]});
        default -> throw new IOException("unknown line: " + raw);
      }
    }
    return new Contents(List.copyOf(calls.values()), orders, violations);
  }
}
