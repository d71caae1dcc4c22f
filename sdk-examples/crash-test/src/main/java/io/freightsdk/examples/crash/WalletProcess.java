package io.freightsdk.examples.crash;

import io.freightsdk.internal.verify.Line;
import io.freightsdk.internal.verify.Place;
import io.freightsdk.internal.verify.Scene;
import io.freightsdk.internal.verify.Wallet;
import io.freightsdk.internal.verify.Wallet.Order;
import io.freightsdk.internal.verify.Wallet.Told;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * A JVM of its own that opens a wallet and spends, once for each line that it is told, and ends
 * with the process that has started it.
 */
final class WalletProcess {
  /** JVMs that wait for more, because starting one takes longer than what it does. */
  private static final Queue<WalletProcess> IDLE = new ConcurrentLinkedQueue<>();

  /** More would be too many for a small machine. */
  static final Object TEN_AT_ONCE = new Object();

  private final Process process;
  private final BufferedReader out;
  private final PrintStream in;
  private @Nullable Path told; // until it is asked to spend

  private WalletProcess(Process process) {
    this.process = process;
    this.out = process.inputReader(StandardCharsets.UTF_8);
    this.in = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
  }

  /** A process that wants so many loads. */
  static WalletProcess spend(Scene scene, int count) throws IOException {
    WalletProcess idle = IDLE.poll();
    WalletProcess process = idle != null ? idle : new WalletProcess(start());
    Path told = Files.createTempFile("crash-test", ".txt");
    process.told = told;
    List<String> words = new ArrayList<>();
    Trial trial = (Trial) scene.opener();
    Place place = scene.place();
    Duration window = place.window();
    words.add(trial.kind().name());
    words.add("" + scene.take(count));
    words.add("" + count);
    words.add(told.toString());
    words.addAll(List.of(place.baseUrl(), place.agentKey(), trial.url().get(), place.book()));
    words.add(window == null ? "" : "" + window.toSeconds());
    process.in.println(String.join("\t", words));
    return process;
  }

  private static Process start() throws IOException {
    String java = ProcessHandle.current().info().command().orElse("java");
    return new ProcessBuilder(
            java,
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx128m",
            "-cp",
            System.getProperty("java.class.path"),
            WalletProcess.class.getName())
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  void kill() {
    // By its handle, which leaves what it has said readable.
    process.toHandle().destroyForcibly();
  }

  /**
   * What it has told until it was ready or dead. A dead one leaves a call of which nobody knows.
   */
  List<Told> told() throws IOException {
    boolean died = out.readLine() == null;
    List<Told> all = new ArrayList<>();
    Path file = Objects.requireNonNull(told, "it was not asked to spend");
    for (String line : Files.readAllLines(file)) {
      int space = line.indexOf(' ');
      boolean isOpen = Boolean.parseBoolean(line.substring(space + 1));
      all.add(new Told(new BigDecimal(line.substring(0, space)), isOpen, null, null));
    }
    Files.delete(file);
    if (died) all.add(Told.perhaps(new BigDecimal("15.00")));
    else IDLE.add(this);
    return all;
  }

  /** As the words say that were given to a process, whose clock is the system's. */
  private static Place place(List<String> words) {
    String seconds = words.get(8);
    return new Place(
        words.get(4),
        words.get(5),
        new Line(Databases.pool(words.get(6))),
        words.get(7),
        Trial.MONEY,
        new Place.Hook(),
        Duration.ZERO,
        seconds.isEmpty() ? null : Duration.ofSeconds(Long.parseLong(seconds)),
        null,
        null,
        null);
  }

  public static void main(String[] arguments) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      List<String> words = List.of(line.split("\t", -1));
      int first = Integer.parseInt(words.get(1));
      try (PrintStream told = new PrintStream(new File(words.get(3)), StandardCharsets.UTF_8);
          Wallet wallet = Kind.valueOf(words.get(0)).open(place(words), () -> words.get(6))) {
        for (int i = 0; i < Integer.parseInt(words.get(2)); i++) {
          Told one = wallet.create(Order.number(first + i));
          told.println(one.usd() + " " + one.isOpen());
          told.flush();
        }
      }
      System.out.println("ready");
    }
  }
}
