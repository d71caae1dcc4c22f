package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.spring.boot.FreightProperties;
import java.util.Map;
import java.util.Set;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Whether the properties describe one client, and not several by name. */
final class SingleClient implements Condition {
  @Override
  public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
    return names(context.getEnvironment()).isEmpty();
  }

  static Set<String> names(Environment environment) {
    Bindable<Map<String, FreightProperties.Client>> clients =
        Bindable.mapOf(String.class, FreightProperties.Client.class);
    return Binder.get(environment).bind("freight.clients", clients).orElse(Map.of()).keySet();
  }
}
