package io.freightsdk.internal.agent.schema;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The schema of one value of a tool's arguments: the part of JSON Schema that every model provider
 * accepts, without references, unions and conditions. Bounds are checked and not rendered.
 */
public sealed interface Schema {
  /** What the value means, followed by an example where the schema has one; may be empty. */
  String description();

  /**
   * A string. Blanks around it do not count.
   *
   * @param description empty where a text before it has said it already
   * @param expects what a valid text is, with an example: "a ZIP code such as 40701"
   * @param rule a check that a pattern cannot express
   * @param otherwise what is wrong with a text that has the form and breaks the rule
   * @param repair turns what is certainly meant into the form that is expected
   * @param guess what may be meant by a text that is not; null for no idea
   */
  record Text(
      String description,
      String expects,
      int minLength,
      int maxLength,
      @Nullable Pattern pattern,
      Predicate<String> rule,
      String otherwise,
      UnaryOperator<String> repair,
      Function<String, @Nullable String> guess)
      implements Schema {
    public Text matching(String regex) {
      Pattern form = Pattern.compile(regex);
      return new Text(
          description, expects, minLength, maxLength, form, rule, otherwise, repair, guess);
    }

    public Text where(Predicate<String> fulfilled, String otherwise) {
      return new Text(
          description, expects, minLength, maxLength, pattern, fulfilled, otherwise, repair, guess);
    }

    public Text repairedBy(UnaryOperator<String> repair) {
      return new Text(
          description, expects, minLength, maxLength, pattern, rule, otherwise, repair, guess);
    }

    public Text guessedBy(Function<String, @Nullable String> guess) {
      return new Text(
          description, expects, minLength, maxLength, pattern, rule, otherwise, repair, guess);
    }

    /** Without a description, or with a shorter one. */
    public Text described(String shorter) {
      return new Text(
          shorter, expects, minLength, maxLength, pattern, rule, otherwise, repair, guess);
    }
  }

  /** A number between two bounds, both allowed. */
  record Decimal(String description, BigDecimal minimum, BigDecimal maximum) implements Schema {
    /** Without a description, or with a shorter one. */
    public Decimal described(String shorter) {
      return new Decimal(shorter, minimum, maximum);
    }
  }

  /** A list of values of one kind. */
  record Items(String description, Schema items, int minItems, int maxItems) implements Schema {}

  /** An object with exactly these properties. */
  record Struct(String description, List<Property> properties) implements Schema {
    public Struct {
      properties = List.copyOf(properties);
    }

    List<String> names() {
      return properties.stream().map(Property::name).toList();
    }

    @Nullable Property find(String name) {
      for (Property property : properties) {
        if (property.name().equals(name)) return property;
      }
      return null;
    }
  }

  /** A named member of a {@link Struct}. */
  record Property(String name, Schema schema, boolean required) {}

  /** A string of 1 to {@code maxLength} characters that is not blank. */
  static Text text(String meaning, String example, String expects, int maxLength) {
    String description = meaning + " Example: " + example;
    return new Text(
        description,
        expects,
        1,
        maxLength,
        null,
        text -> true,
        "",
        UnaryOperator.identity(),
        text -> null);
  }

  static Decimal decimal(String meaning, String example, String minimum, String maximum) {
    String description = meaning + " Example: " + example;
    return new Decimal(description, new BigDecimal(minimum), new BigDecimal(maximum));
  }

  static Struct arguments(Property... properties) {
    return new Struct("", Arrays.asList(properties));
  }

  static Property required(String name, Schema schema) {
    return new Property(name, schema, true);
  }

  static Property optional(String name, Schema schema) {
    return new Property(name, schema, false);
  }
}
