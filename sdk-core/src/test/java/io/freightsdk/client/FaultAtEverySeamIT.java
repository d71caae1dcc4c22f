package io.freightsdk.client;

import static io.freightsdk.testing.Strike.Kind.CHECKED;
import static io.freightsdk.testing.Strike.Kind.ERROR;
import static io.freightsdk.testing.Strike.Kind.INTERRUPT;
import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.RequestEvent;
import io.freightsdk.error.FreightException;
import io.freightsdk.internal.environment.Environment;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.InBackground;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.Strike;
import java.io.File;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Stream;
import okhttp3.ConnectionPool;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever foreign code does, wherever it runs: the call ends, what it says it cost is true, its
 * reservation is completed once, other calls go on, and {@code close()} returns.
 */
class FaultAtEverySeamIT {
  private static final Duration DEADLINE = Duration.ofSeconds(40);

  /** Of every wait; a call that hangs does not end within it either. */
  private static final long BOUND_SECONDS = 60;

  /** Doors for which a test of their own puts the harm. */
  private static final Set<String> ELSEWHERE =
      Set.of(
          "FreightClientBuilder.prices", // of this project
          "FreightClientBuilder.homes",
          "Environment.threads", // of this project
          "Environment.machine",
          "Environment.network",
          "CallOptions.scope", // only its own guard asks it anything
          "OkHttp.hostnameVerifier",
          "OkHttp.sslSocketFactory",
          "OkHttp.proxyAuthenticator");

  /** Doors of OkHttp that the client does not use: it puts its own there, or nothing. */
  private static final Set<String> UNUSED =
      Set.of("OkHttp.authenticator", "OkHttp.cache", "OkHttp.dispatcher", "OkHttp.proxy");

  /** Its trust store is read once. */
  private static final OkHttpClient BASE = new OkHttpClient();

  private static InMemoryFreightServer server;

  @BeforeAll
  static void start() {
    server = InMemoryFreightServer.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  // --- no seam is forgotten ---

  @Test
  void everyDoorThroughWhichForeignCodeComesInHasAScenario() throws Exception {
    Set<String> found = new TreeSet<>();
    for (Class<?> type : exportedTypes()) doors(type, found);
    for (RecordComponent part : Environment.class.getRecordComponents()) {
      found.add("Environment." + part.getName());
    }
    for (Method method : OkHttpClient.Builder.class.getMethods()) {
      // A name that Java cannot write is Kotlin's second door to the same place.
      boolean setter =
          method.getReturnType() == OkHttpClient.Builder.class && !method.getName().startsWith("-");
      if (setter && takesForeignCode(method)) found.add("OkHttp." + method.getName());
    }

    Set<String> tested = new TreeSet<>(ELSEWHERE);
    for (Seam seam : Seam.values()) tested.addAll(seam.doors());
    assertThat(tested).as("doors with a scenario").containsAll(withoutUnused(found));
  }

  private static Set<String> withoutUnused(Set<String> found) {
    Set<String> used = new TreeSet<>(found);
    used.removeAll(UNUSED);
    return used;
  }

  /** Every type that an application can name, so that a new one with a door is not forgotten. */
  private static List<Class<?>> exportedTypes() throws Exception {
    Path classes =
        Path.of(FreightClient.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    List<Class<?>> types = new ArrayList<>();
    try (Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.sorted().toList()) {
        String name = classes.relativize(file).toString().replace(File.separatorChar, '.');
        boolean exported = name.endsWith(".class") && !name.contains(".internal.");
        if (!exported || name.endsWith("-info.class")) continue;
        Class<?> type = Class.forName(name.substring(0, name.length() - ".class".length()));
        if (Modifier.isPublic(type.getModifiers())) types.add(type);
      }
    }
    assertThat(types).contains(FreightClientBuilder.class, CallOptions.class);
    return types;
  }

  private static void doors(Class<?> type, Set<String> found) {
    String name =
        type.getName().substring(type.getPackageName().length() + 1).replace("$Builder", "");
    Stream.concat(Stream.of(type.getMethods()), Stream.of(type.getDeclaredMethods()))
        .filter(method -> method.getDeclaringClass().getName().startsWith("io.freightsdk"))
        .filter(method -> !Modifier.isPrivate(method.getModifiers()) && !method.isSynthetic())
        .filter(FaultAtEverySeamIT::takesForeignCode)
        .forEach(method -> found.add(name + "." + method.getName()));
  }

  private static boolean takesForeignCode(Method method) {
    return Stream.of(method.getParameterTypes()).anyMatch(FaultAtEverySeamIT::isForeignCode);
  }

  /** A type that an application implements; a collection or a text is a value. */
  private static boolean isForeignCode(Class<?> type) {
    boolean value =
        type.isPrimitive()
            || type.isArray()
            || CharSequence.class.isAssignableFrom(type)
            || Collection.class.isAssignableFrom(type)
            || Map.class.isAssignableFrom(type)
            || java.time.ZoneId.class.isAssignableFrom(type)
            || type.isAnnotation();
    // Of a sealed type there is nothing but ours; what comes in through it has a door of its own.
    return !value && !type.isSealed() && Modifier.isAbstract(type.getModifiers());
  }

  // --- every seam, every kind of harm, both styles, first and later attempts ---

  static Stream<Arguments> cases() {
    List<Arguments> all = new ArrayList<>();
    for (Seam seam : Seam.values()) {
      for (Strike.Kind kind : Strike.Kind.values()) {
        for (CallStyle style : CallStyle.values()) {
          all.add(Arguments.of(seam, kind, style, false));
          all.add(Arguments.of(seam, kind, style, true));
        }
      }
    }
    return all.stream().filter(one -> isInEachBuild(one.get()));
  }

  /**
   * Every seam has every harm that some handler may let through, in one style at first and in the
   * other one later. Who catches what nobody declared, and errors, catches the others.
   */
  private static boolean isInEachBuild(Object... one) {
    Strike.Kind kind = (Strike.Kind) one[1];
    if (!EnumSet.of(CHECKED, ERROR, INTERRUPT).contains(kind)) return false;
    boolean sameParity =
        (((Seam) one[0]).ordinal() + kind.ordinal()) % 2 == ((CallStyle) one[2]).ordinal() % 2;
    return sameParity != (boolean) one[3];
  }

  private static boolean isFirstFailure(RequestEvent event) {
    return event instanceof RequestEvent.AttemptEnded ended
        && ended.attempt() == 1
        && ended.failure() != null;
  }

  @ParameterizedTest(name = "{1} at {0}, {2}, later attempt {3}")
  @MethodSource("cases")
  void theCallEndsAndTellsTheTruth(Seam seam, Strike.Kind kind, CallStyle style, boolean later)
      throws Exception {
    Strike strike = new Strike(kind);
    Broker broker = server.createBroker("25.65");
    OkHttpClient.Builder http =
        // Every attempt opens a new connection, so that it passes every seam of one.
        BASE.newBuilder().connectionPool(new ConnectionPool(0, 1, TimeUnit.MILLISECONDS));
    Seam.Parts parts = new Seam.Parts(strike, http, broker.agentKey());
    parts
        .builder
        .baseUrl("http://localhost:" + server.port())
        .agentKey(broker.agentKey())
        // One place on the wire: one that is lost is seen by the next call.
        .maxConcurrentRequests(1)
        .deadline(DEADLINE)
        .spendGuard(parts.guard)
        .retryPolicy(
            RetryPolicy.builder()
                .initialBackoff(Duration.ofMillis(1))
                .maxBackoff(Duration.ofMillis(2))
                .build());
    if (later) {
      parts.builder.listener(
          event -> {
            if (isFirstFailure(event)) strike.arm(seam.pass(true));
          });
    }
    seam.install(parts);
    FreightClient client = parts.builder.httpClient(http.build()).build();
    try {
      String load = client.createLoad(Loads.twoStops()).loadNumber();
      Operation operation = parts.readsShared ? Operation.GET_LOAD_POSITION : Operation.CREATE_LOAD;
      if (later)
        server.faults().forBroker(broker.brokerId()).next(operation, Fault.billingUnavailable());
      BigDecimal before = broker.balanceUsd();
      if (!later) strike.arm(seam.pass(false));

      Outcome end =
          ended(InBackground.begin(() -> call(style, client, parts.readsShared ? load : null)));

      if (seam.surelyPassed(later)) {
        Eventually.until(() -> strike.done() == 1, () -> "no harm was done");
      }
      strike.disarm();
      assertTrue(end, before.subtract(broker.balanceUsd()));
      Eventually.until(
          () -> parts.guard.notOnce() == 0,
          () -> parts.guard.notOnce() + " are not completed, or twice");
      Outcome next = ended(InBackground.begin(() -> call(style, client, null)));
      assertThat(next.failure).as("the next call").isNull();
      BigDecimal taken = new BigDecimal("25.65").subtract(broker.balanceUsd());
      assertThat(parts.guard.kept.usedUsd()).isGreaterThanOrEqualTo(taken);
    } finally {
      assertThat(ended(InBackground.begin(closed(client))).failure).as("close").isNull();
      http.build().connectionPool().evictAll();
    }
    assertThat(parts.guard.notOnce()).as("reservations not completed once").isZero();
  }

  private static Charge call(CallStyle style, FreightClient client, @Nullable String load) {
    CallOptions shared = CallOptions.builder().maxAge(Duration.ofMillis(1)).build();
    if (style == CallStyle.BLOCKING) {
      if (load == null) return client.createLoad(Loads.twoStops()).charge();
      client.getLoadPosition(load, shared);
      return Charge.UNKNOWN;
    }
    CompletableFuture<Charge> future =
        load == null
            ? client.async().createLoad(Loads.twoStops()).thenApply(CreateLoadOutcome::charge)
            : client.async().getLoadPosition(load, shared).thenApply(read -> Charge.UNKNOWN);
    // The first step ran here, and may have set the flag that would end the wait for the future.
    boolean unused = Thread.interrupted();
    return CallStyle.join(future);
  }

  private static Supplier<Charge> closed(FreightClient client) {
    return () -> {
      client.close();
      return Charge.NONE;
    };
  }

  /** NONE and CHARGED are only said when they are certain. */
  private static void assertTrue(Outcome end, BigDecimal taken) {
    Charge told = end.charge;
    if (end.failure != null) {
      Throwable failure =
          end.failure instanceof AssertionError && end.failure.getCause() != null
              ? end.failure.getCause()
              : end.failure;
      assertThat(failure).isInstanceOf(FreightException.class);
      told = ((FreightException) failure).charge();
    }
    BigDecimal amount = told.amountUsd();
    if (amount != null) assertThat(taken).as("told %s", told).isEqualByComparingTo(amount);
  }

  private record Outcome(Charge charge, @Nullable Throwable failure) {}

  private static Outcome ended(CompletableFuture<Charge> call) throws InterruptedException {
    try {
      return new Outcome(call.get(BOUND_SECONDS, TimeUnit.SECONDS), null);
    } catch (ExecutionException e) {
      return new Outcome(Charge.UNKNOWN, e.getCause());
    } catch (TimeoutException e) {
      throw new AssertionError("did not end in " + BOUND_SECONDS + " s", e);
    }
  }
}
