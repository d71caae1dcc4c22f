package io.freightsdk.examples.contact;

import io.freightsdk.FreightClient;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendLedger;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/**
 * Compares the service at an address with the description of the API, on the first day with a key.
 * It writes {@code first-contact.md} into the current folder.
 */
public final class FirstContact {
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "::1");
  private static final String DEMO_PHONE = "+13125550142";

  private final Map<String, String> environment;
  private final PrintStream out;
  private final Supplier<@Nullable String> answers;
  private final Path folder;
  private final Waits waits;

  FirstContact(
      Map<String, String> environment,
      PrintStream out,
      Supplier<@Nullable String> answers,
      Path folder,
      Waits waits) {
    this.environment = environment;
    this.out = out;
    this.answers = answers;
    this.folder = folder;
    this.waits = waits;
  }

  /**
   * Ends with 0 if all that was asked for was seen and is kept, 1 if something is broken, 2 if it
   * could not run, 3 if something that was asked for was not seen.
   */
  public static void main(String[] arguments) {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    FirstContact contact =
        new FirstContact(
            System.getenv(),
            System.out,
            () -> line(in),
            Path.of("").toAbsolutePath(),
            Waits.real());
    System.exit(contact.run(List.of(arguments)));
  }

  private static @Nullable String line(BufferedReader in) {
    try {
      return in.readLine();
    } catch (IOException closed) {
      return null;
    }
  }

  int run(List<String> arguments) {
    Options options;
    try {
      options = Options.parse(arguments);
    } catch (IllegalArgumentException e) {
      return cannotRun(e.getMessage() + "; --help says what there is");
    }
    if (options.help()) {
      out.println(Options.HELP);
      return Report.KEPT;
    }
    return options.demo() ? demo(options) : atTheService(options);
  }

  private int cannotRun(String why) {
    out.println(why);
    return Report.COULD_NOT_RUN;
  }

  /** Nothing leaves the machine, and no wait is waited for. */
  private int demo(Options options) {
    try (InMemoryFreightServer server = InMemoryFreightServer.start()) {
      Broker broker = server.createBroker("25.00");
      out.println(
          "A server of this program answers: nothing leaves this machine, and no wait is waited for.");
      HttpUrl url = HttpUrl.get(server.baseUrl());
      return ask(new Service(url, broker.agentKey(), DEMO_PHONE), options, Waits.skipped());
    }
  }

  private int atTheService(Options options) {
    String missing = missing(options);
    if (missing != null) return cannotRun(missing);
    HttpUrl url = HttpUrl.parse(variable("FREIGHT_BASE_URL"));
    String key = variable("FREIGHT_AGENT_KEY");
    String phone = variable("FREIGHT_DRIVER_PHONE");
    String wrong = wrong(url, key, phone, options);
    if (url == null || wrong != null) return cannotRun(String.valueOf(wrong));
    sayBefore(options);
    if (options.creates() && !options.yes() && !isConfirmed(phone)) {
      return cannotRun("Nothing was asked.");
    }
    return ask(new Service(url, key, phone), options, waits);
  }

  private String variable(String name) {
    String value = environment.get(name);
    return value == null ? "" : value.strip();
  }

  private record Service(HttpUrl url, String key, String phone) {
    /** Neither key nor phone. */
    @Override
    public String toString() {
      return "Service";
    }
  }

  /** What is needed and not set, in one sentence; null if nothing is. */
  private @Nullable String missing(Options options) {
    StringBuilder names = new StringBuilder();
    for (String name : List.of("FREIGHT_BASE_URL", "FREIGHT_AGENT_KEY", "FREIGHT_DRIVER_PHONE")) {
      boolean isNeeded = !name.equals("FREIGHT_DRIVER_PHONE") || options.creates();
      if (!isNeeded || !variable(name).isEmpty()) continue;
      names.append(names.length() == 0 ? "Set " : " and ").append(name);
      names.append(
          switch (name) {
            case "FREIGHT_BASE_URL" -> " to the address of the service";
            case "FREIGHT_AGENT_KEY" -> " to your agent key";
            default -> " to your own phone, which gets the text messages";
          });
    }
    return names.length() == 0 ? null : names + "; --demo needs none of them.";
  }

  /** What is set and cannot be used, without the value; null if nothing is. */
  private static @Nullable String wrong(
      @Nullable HttpUrl url, String key, String phone, Options options) {
    if (url == null) return "FREIGHT_BASE_URL is no address such as https://api.example.com.";
    if (!url.isHttps() && !isLoopback(url.host())) {
      return "FREIGHT_BASE_URL must begin with https://, unless it is this machine.";
    }
    if (!url.username().isEmpty() || url.query() != null || url.fragment() != null) {
      return "FREIGHT_BASE_URL is more than an address: leave out user, query and fragment.";
    }
    if (!key.matches("[!-~]+")) {
      return "FREIGHT_AGENT_KEY has a blank or a character that no header takes.";
    }
    if (options.creates() && !phone.matches("\\+[1-9][0-9]{7,14}")) {
      return "FREIGHT_DRIVER_PHONE is no phone number such as +15135550100.";
    }
    return null;
  }

  private static boolean isLoopback(String host) {
    return LOOPBACK.contains(host) || host.matches("127(\\.[0-9]{1,3}){3}");
  }

  private boolean isConfirmed(String phone) {
    out.println(
        "Text messages will go to the phone that ends in "
            + phone.substring(phone.length() - 4)
            + ". Is it your own? Type yes:");
    String answer = answers.get();
    return answer != null && answer.strip().equalsIgnoreCase("yes");
  }

  private int ask(Service service, Options options, Waits time) {
    Secrets secrets = new Secrets(service.key(), service.phone());
    Facts facts = Facts.of(service.phone(), secrets, options.load(), FirstContact::random);
    Wire wire = new Wire(service.url(), service.key(), time);
    Report report = new Report(out, folder.resolve("first-contact.md"), options);
    Run run = new Run(wire, time, facts, options.spendUsd(), report);
    String unreachable = run.unreachable();
    if (unreachable != null) return cannotRun(unreachable);
    if (!report.write(run)) return cannotRun("first-contact.md cannot be written in this folder.");
    try {
      run.askFree(Questions.FREE);
      if (options.mayCost()) askPaid(run, facts, service, options);
      run.askFree(Questions.ABOUT_ALL);
      run.askFree(Questions.LAST);
    } finally {
      report.end(run);
    }
    return Report.exitCode(run.rows());
  }

  private static void askPaid(Run run, Facts facts, Service service, Options options) {
    run.beginPaid();
    if (!options.load().isEmpty()) {
      run.askPaid(Questions.ROAD);
      return;
    }
    run.askPaid(Questions.PAID);
    new ClientRun(run, facts, ledger -> client(service, ledger)).run();
    run.askPaid(Questions.LAST_PAID);
  }

  private static FreightClient client(Service service, SpendLedger ledger) {
    return FreightClient.builder()
        .baseUrl(service.url().toString())
        .agentKey(service.key())
        .retryPolicy(RetryPolicy.none())
        .spendGuard(ledger.guard())
        .build();
  }

  private void sayBefore(Options options) {
    out.println(
        """
        Ask the operator of the service whether tests are allowed before you go on.
        One account cannot see in one run: a load of another broker (403), an empty balance
        (402), a billing outage (503), UNKNOWN_BROKER, the 24 hours of a key, arrivals.""");
    if (!options.mayCost()) {
      out.println("Nothing that may cost is asked; add --spend 2.00 for it.");
    } else if (options.load().isEmpty()) {
      out.println(
          "It may take "
              + Run.cents(options.spendUsd())
              + "; a service that keeps the description takes two loads and two reads, 134 cents at"
              + " 65 and 2, in some four minutes. Loads cannot be cancelled: they stay, and their"
              + " driver, your own phone, may be reminded.");
    } else {
      out.println("It may take " + Run.cents(options.spendUsd()) + ", for one read.");
    }
    if (options.mayCost()) {
      out.println(
          "The price list is read before each question. A price that rises in the second between"
              + " the two may pass the sum, once: that ends the paid part. A balance that is no"
              + " larger than the sum cannot lose more.");
    }
    out.println();
  }

  private static String random() {
    byte[] bytes = new byte[12];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
