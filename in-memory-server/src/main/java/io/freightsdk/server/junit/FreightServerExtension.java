package io.freightsdk.server.junit;

import io.freightsdk.server.Broker;
import io.freightsdk.server.FreightServerBuilder;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.ServerClock;
import java.lang.reflect.Constructor;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * The form of {@link FreightServerTest} for {@code @RegisterExtension}, where the server can be
 * described:
 *
 * <pre>{@code
 * @RegisterExtension
 * static final FreightServerExtension freight =
 *     FreightServerExtension.withServer(InMemoryFreightServer.builder().frozenClock());
 * }</pre>
 *
 * <p>When a test fails, what the server knows of its broker (money, last requests, loads) is
 * attached to the failure. Safe for parallel tests.
 */
// JUnit is optional: only who has it can name these types.
@SuppressWarnings("exports")
public final class FreightServerExtension
    implements BeforeAllCallback, ParameterResolver, AfterTestExecutionCallback {
  private static final Namespace SPACE = Namespace.create(FreightServerExtension.class);
  private static final String SHARED = "shared server";
  private static final String OWN = "server of the class";
  private static final String DEFAULT_BALANCE = "25.00";

  private final @Nullable FreightServerBuilder described;
  private final @Nullable String balanceUsd;

  /** The shared server, unless {@link FreightServerTest} says otherwise. */
  public FreightServerExtension() {
    this(null, null);
  }

  private FreightServerExtension(
      @Nullable FreightServerBuilder described, @Nullable String balanceUsd) {
    this.described = described;
    this.balanceUsd = balanceUsd;
  }

  /** A server as {@code builder} describes it, for this class and those nested in it. */
  public static FreightServerExtension withServer(FreightServerBuilder builder) {
    return new FreightServerExtension(builder, null);
  }

  /** The same, with another opening balance of each broker, such as {@code 25.00}. */
  public FreightServerExtension withBalance(String amountUsd) {
    return new FreightServerExtension(described, amountUsd);
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    // Held by the class: started here, a server outlives single methods and serves nested classes.
    if (described != null) runningServer(context, this);
    if (wantsOwn(context)) runningServer(outermost(context), OWN);
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    boolean inConstructor = parameter.getDeclaringExecutable() instanceof Constructor;
    if (type == Broker.class && inConstructor) {
      throw new ParameterResolutionException(
          "a Broker belongs to one test method: take it as a parameter of the test or of"
              + " @BeforeEach, not of the constructor");
    }
    return type == InMemoryFreightServer.class || type == Broker.class || type == ServerClock.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    if (type == InMemoryFreightServer.class) return server(context);
    return type == ServerClock.class ? server(context).clock() : broker(context);
  }

  @Override
  public void afterTestExecution(ExtensionContext context) {
    Throwable failure = context.getExecutionException().orElse(null);
    Broker broker = store(context).get(BrokerKey.of(context), Broker.class);
    if (failure == null || broker == null) return;
    failure.addSuppressed(new ServerState(server(context), broker));
  }

  private InMemoryFreightServer server(ExtensionContext context) {
    if (described != null) return runningServer(context, this);
    return wantsOwn(context)
        ? runningServer(outermost(context), OWN)
        : runningServer(context.getRoot(), SHARED);
  }

  /** The server kept under {@code key} in this context or one around it; a new one if none is. */
  @SuppressWarnings("deprecation") // computeIfAbsent is missing before JUnit 6.
  private InMemoryFreightServer runningServer(ExtensionContext context, Object key) {
    RunningServer running =
        store(context)
            .getOrComputeIfAbsent(key, unused -> new RunningServer(start()), RunningServer.class);
    return Objects.requireNonNull(running).server();
  }

  private InMemoryFreightServer start() {
    return described == null ? InMemoryFreightServer.start() : described.start();
  }

  /** The broker of this test method: one per method, whoever asks for it. */
  @SuppressWarnings("deprecation") // As above.
  private Broker broker(ExtensionContext context) {
    Broker broker =
        store(context)
            .getOrComputeIfAbsent(
                BrokerKey.of(context),
                unused -> server(context).createBroker(balance(context)),
                Broker.class);
    return Objects.requireNonNull(broker);
  }

  private String balance(ExtensionContext context) {
    if (balanceUsd != null) return balanceUsd;
    FreightServerTest annotation = annotation(context);
    return annotation == null ? DEFAULT_BALANCE : annotation.balanceUsd();
  }

  private static boolean wantsOwn(ExtensionContext context) {
    FreightServerTest annotation = annotation(context);
    return annotation != null && annotation.ownServer();
  }

  /** The annotation on the test class, or on a class it is nested in. */
  private static @Nullable FreightServerTest annotation(ExtensionContext context) {
    Class<?> type = context.getTestClass().orElse(null);
    while (type != null) {
      FreightServerTest annotation = type.getAnnotation(FreightServerTest.class);
      if (annotation != null) return annotation;
      type = type.getEnclosingClass();
    }
    return null;
  }

  /** The context of the outermost test class: nested classes share its server. */
  private static ExtensionContext outermost(ExtensionContext context) {
    ExtensionContext owner = context;
    ExtensionContext parent = context.getParent().orElse(null);
    while (parent != null && parent.getTestClass().isPresent()) {
      owner = parent;
      parent = parent.getParent().orElse(null);
    }
    return owner;
  }

  private static Store store(ExtensionContext context) {
    return context.getStore(SPACE);
  }

  /** Where a broker is kept: with its test method, or with its class for class-level callbacks. */
  private record BrokerKey(String id) {
    static BrokerKey of(ExtensionContext context) {
      return new BrokerKey(context.getUniqueId());
    }
  }
}
