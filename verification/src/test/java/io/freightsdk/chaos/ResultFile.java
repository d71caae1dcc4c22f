package io.freightsdk.chaos;

import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightResponse;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.model.Operation;
import io.freightsdk.simulation.RunObservations;
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
 * What the callers of one process were told, in a file that outlives it: a line before each call,
 * and one after it, before its caller goes on. A line that was written stays when the process is
 * killed, whoever loses the last one of them.
 */
final class ResultFile implements AutoCloseable {
  private static final String NOTHING = "-";

  private final FileOutputStream out;
  private final Instant start;
  private final String process;
  private int calls;

  ResultFile(Path file, Instant start, String process) throws IOException {
    this.out = new FileOutputStream(file.toFile(), true);
    this.start = start;
    this.process = process;
  }

  /** Notes that a call begins; its name, which its requests carry. */
  synchronized String begins(Operation operation, @Nullable String key, String scope) {
    String name = String.format(Locale.ROOT, "%s-%05d", process, ++calls);
    write("B", name, operation.id(), key == null ? NOTHING : key, scope);
    return name;
  }

  /** Notes what a caller was told: an answer, or what was thrown. */
  void ended(
      String call, @Nullable FreightResponse<?> answer, @Nullable Throwable thrown, Charge charge) {
    boolean replayed =
        answer != null
            && answer.value() instanceof CreateLoadOutcome load
            && !load.deduplicated()
            && load.charge().equals(Charge.NONE);
    String requestId = answer != null && answer.attempts() == 1 ? answer.requestId() : null;
    write(
        "E",
        call,
        charge == null ? NOTHING : charge.kind().name(),
        charge == null || charge.amountUsd() == null ? NOTHING : charge.amountUsd().toPlainString(),
        Boolean.toString(answer != null),
        Boolean.toString(replayed),
        requestId == null ? NOTHING : requestId,
        thrown == null ? "success" : words(thrown));
  }

  private static String words(Throwable thrown) {
    String next = thrown instanceof FreightException failure ? " -> " + failure.nextStep() : "";
    String text = thrown.getClass().getSimpleName() + ": " + thrown.getMessage() + next;
    return text.replaceAll("\\s+", " ");
  }

  /** What a user of the process found wrong himself. */
  void violation(String rule, String fact) {
    write("V", rule, fact.replaceAll("\\s+", " "));
  }

  /** An order that its customer has to bring to an end, in this process or the next. */
  void order(String key, boolean over) {
    write("O", key, Boolean.toString(over));
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

  /** A call as its lines tell it. */
  static final class Call implements RunObservations.Call {
    final String name;
    private final Incarnation process;
    private final Operation operation;
    private final @Nullable String key;
    private final String scope;
    private final long begunAt;
    private long endedAt = -1;
    private @Nullable Charge told;
    private boolean succeeded;
    private boolean replayed;
    private @Nullable String requestId;
    private String said = "nobody was told anything";

    private Call(Incarnation process, String[] line) {
      this.process = process;
      this.begunAt = Long.parseLong(line[0]);
      this.name = line[2];
      this.operation = Operation.ofId(line[3]);
      this.key = line[4].equals(NOTHING) ? null : line[4];
      this.scope = line[5];
    }

    private void ended(String[] line) {
      endedAt = Long.parseLong(line[0]);
      told =
          switch (line[3]) {
            case "NONE" -> Charge.NONE;
            case "UNKNOWN" -> Charge.UNKNOWN;
            case "CHARGED" -> Charge.charged(new BigDecimal(line[4]));
            default -> null;
          };
      succeeded = Boolean.parseBoolean(line[5]);
      replayed = Boolean.parseBoolean(line[6]);
      requestId = line[7].equals(NOTHING) ? null : line[7];
      said = line[8];
    }

    boolean wasRefusedByALimit() {
      return said.startsWith(SpendLimitExceededException.class.getSimpleName());
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
    public boolean diedWithItsProcess() {
      return process.killed;
    }

    @Override
    public long begunAt() {
      return begunAt;
    }

    @Override
    public long endedAt() {
      return endedAt;
    }

    @Override
    public @Nullable Charge told() {
      return told;
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
    public String said() {
      return said;
    }

    @Override
    public String toString() {
      return "call " + name + " (" + operation.id() + ")";
    }
  }

  /** A process from its start to its end. */
  static final class Incarnation {
    final String name;
    final Path file;

    /** Died at once, instead of closing its client. */
    volatile boolean killed;

    Incarnation(String name, Path file) {
      this.name = name;
      this.file = file;
    }
  }

  /** What one process wrote. */
  record Contents(List<Call> calls, Map<String, Boolean> orders, List<String[]> violations) {}

  static Contents read(Incarnation process) throws IOException {
    Map<String, Call> calls = new LinkedHashMap<>();
    Map<String, Boolean> orders = new LinkedHashMap<>();
    List<String[]> violations = new ArrayList<>();
    if (!Files.exists(process.file)) return new Contents(List.of(), orders, violations);
    String text = Files.readString(process.file, StandardCharsets.UTF_8);
    // Half a line is the last thing that a killed process did.
    int whole = text.lastIndexOf('\n') + 1;
    for (String raw : text.substring(0, whole).lines().toList()) {
      String[] line = raw.split("\t", -1);
      switch (line[1]) {
        case "B" -> calls.put(line[2], new Call(process, line));
        case "E" -> calls.get(line[2]).ended(line);
        case "O" -> orders.put(line[2], Boolean.parseBoolean(line[3]));
        case "V" -> violations.add(new String[] {line[2], line[3]});
        default -> throw new IOException("not understood: " + raw);
      }
    }
    return new Contents(List.copyOf(calls.values()), orders, violations);
  }
}
