package io.freightsdk.spring.boot.autoconfigure;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanClassLoaderAware;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.EnvironmentAware;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.util.ClassUtils;

/** Refuses properties that would do nothing, because what they switch on is not there. */
final class MissingArtifacts
    implements ImportBeanDefinitionRegistrar, EnvironmentAware, BeanClassLoaderAware {
  /**
   * What a property needs.
   *
   * @param off its value that switches nothing on
   * @param type a class of the artifact
   */
  private record Need(String property, String off, String artifact, String type) {}

  private static final String FLEET = "io.freightsdk.watch.FleetWatch";

  private static final List<Need> NEEDS =
      List.of(
          new Need(
              "freight.outbox.schema", "none", "freight-outbox", "io.freightsdk.outbox.Outbox"),
          new Need("freight.fleet.schema", "none", "freight-watch", FLEET),
          new Need("freight.fleet.budget-per-day", "", "freight-watch", FLEET),
          new Need(
              "freight.tools.enabled",
              "false",
              "freight-agent",
              "io.freightsdk.agent.FreightTools"));

  private @Nullable Environment environment;
  private @Nullable ClassLoader loader;

  @Override
  public void setEnvironment(Environment environment) {
    this.environment = environment;
  }

  @Override
  public void setBeanClassLoader(ClassLoader loader) {
    this.loader = loader;
  }

  @Override
  public void registerBeanDefinitions(
      AnnotationMetadata importing, BeanDefinitionRegistry registry) {
    Environment set = Objects.requireNonNull(environment);
    for (Need need : NEEDS) {
      String value = set.getProperty(need.property, need.off);
      if (value.equalsIgnoreCase(need.off) || ClassUtils.isPresent(need.type, loader)) continue;
      throw new StartFailure(
          "%s=%s is set, and %s is not on the class path."
              .formatted(need.property, value, need.artifact),
          "Add the dependency io.freightsdk:%s, of the version of freight-spring-boot-starter (freight-bom has it), or remove the property."
              .formatted(need.artifact),
          null);
    }
  }
}
