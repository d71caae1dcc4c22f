package io.freightsdk.server.web.browser;

import io.freightsdk.testsupport.Thorough;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Drives a browser: {@code -Pthorough} runs it in Chromium, and then in Firefox. */
@Tag("browser")
@Thorough("drives a browser")
@ExtendWith(TestBrowser.Start.class)
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@interface InBrowser {

  /** Left out in Firefox. */
  @ExtendWith(InChromium.class)
  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.TYPE, ElementType.METHOD})
  @interface OnlyInChromium {
    /** Why. */
    String value();
  }

  /** Sees to it. */
  final class InChromium implements ExecutionCondition {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext test) {
      String why =
          AnnotationSupport.findAnnotation(test.getElement(), OnlyInChromium.class)
              .map(OnlyInChromium::value)
              .orElse("");
      return TestBrowser.isFirefox() && !why.isEmpty()
          ? ConditionEvaluationResult.disabled("not in Firefox: " + why)
          : ConditionEvaluationResult.enabled("in Chromium");
    }
  }
}
