package io.freightsdk.spring.boot.test;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Faults;
import io.freightsdk.server.junit.FreightServerTest;
import io.freightsdk.server.view.ServerClock;
import io.freightsdk.spring.boot.FreightConnectionDetails;
import io.freightsdk.spring.boot.test.NeverFiredFaults.RunningTests;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.MergedContextConfiguration;
import org.springframework.test.context.TestContextAnnotationUtils;

/**
 * Adds a server and its broker to a context before it is refreshed.
 *
 * @param testClass part of the context's cache key if no other class may share the context;
 *     otherwise null
 */
record FreightServerCustomizer(String balanceUsd, @Nullable Class<?> testClass)
    implements ContextCustomizer {
  /** The name of the clock bean that client and jobs of the starter use. */
  static final String CLOCK = "freightClock";

  /** Short waits, unless the application has its own properties. */
  private static final MapPropertySource DEFAULTS =
      new MapPropertySource("freightTest", Map.of("freight.jobs.poll-interval", "100ms"));

  @Override
  public void customizeContext(
      ConfigurableApplicationContext context, MergedContextConfiguration configuration) {
    InMemoryFreightServer server = InMemoryFreightServer.start();
    Broker broker = server.createBroker(balanceUsd);
    BeanDefinitionRegistry beans = (BeanDefinitionRegistry) context.getBeanFactory();
    add(beans, InMemoryFreightServer.class, () -> server).setDestroyMethodName("close");
    add(beans, ServerClock.class, server::clock);
    add(beans, Broker.class, () -> broker);
    add(beans, Faults.class, broker::faults);
    add(beans, RunningTests.class, () -> new RunningTests(server.faults()));
    RootBeanDefinition clock = new RootBeanDefinition(Clock.class, () -> server.clock().asClock());
    // Not injected by type: the application may have its own clock.
    clock.setDefaultCandidate(false);
    beans.registerBeanDefinition(CLOCK, clock);
    TestConnection connection = new TestConnection(server.baseUrl(), broker.agentKey());
    add(beans, FreightConnectionDetails.class, () -> connection).setPrimary(true);
    context.getBeanFactory().addBeanPostProcessor(connection);
    MutablePropertySources properties = context.getEnvironment().getPropertySources();
    properties.addFirst(connection.overrides(context.getEnvironment()));
    properties.addLast(DEFAULTS);
  }

  private static <T> RootBeanDefinition add(
      BeanDefinitionRegistry beans, Class<T> type, Supplier<T> instance) {
    RootBeanDefinition definition = new RootBeanDefinition(type, instance);
    beans.registerBeanDefinition("freightTest" + type.getSimpleName(), definition);
    return definition;
  }

  /** Registered in {@code spring.factories}. */
  static final class Factory implements ContextCustomizerFactory {
    @Override
    public @Nullable ContextCustomizer createContextCustomizer(
        Class<?> testClass, List<ContextConfigurationAttributes> attributes) {
      AutoConfigureFreightServer wanted =
          TestContextAnnotationUtils.findMergedAnnotation(
              testClass, AutoConfigureFreightServer.class);
      if (wanted == null) return null;
      boolean hasFreightServerTest =
          TestContextAnnotationUtils.hasAnnotation(testClass, FreightServerTest.class);
      if (hasFreightServerTest) {
        throw new IllegalStateException(
            testClass.getName()
                + " has both @AutoConfigureFreightServer and @FreightServerTest, each with a server"
                + " and a broker of its own: remove @FreightServerTest, and annotate fields or"
                + " parameters such as Broker with @Autowired");
      }
      Class<?> alone = wanted.perClass() ? annotated(testClass) : null;
      return new FreightServerCustomizer(wanted.balanceUsd(), alone);
    }

    /** The class itself, or its enclosing class: their tests share fields. */
    private static Class<?> annotated(Class<?> testClass) {
      for (Class<?> type = testClass; type != null; type = type.getEnclosingClass()) {
        if (AnnotatedElementUtils.hasAnnotation(type, AutoConfigureFreightServer.class))
          return type;
      }
      return testClass;
    }
  }
}
