package io.freightsdk.api;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.GenericDeclaration;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The public API of an artifact, as a line for each public type, each member that users can call or
 * override, and each subtype that a sealed type permits. The lines are the same on each JDK.
 */
final class PublicApi {
  /** Overriding them changes nothing for users. */
  private static final Set<String> METHODS_OF_OBJECT = Set.of("equals", "hashCode", "toString");

  private static final int MODIFIERS =
      Modifier.PUBLIC | Modifier.PROTECTED | Modifier.STATIC | Modifier.FINAL | Modifier.ABSTRACT;

  private PublicApi() {}

  /** The lines of a folder of classes, by type. */
  static List<String> of(Path classes) throws IOException {
    Predicate<String> isExported = exportedPackages(classes.resolve("module-info.class"));
    List<String> files;
    try (Stream<Path> all = Files.walk(classes)) {
      files = all.map(file -> classes.relativize(file).toString()).sorted().toList();
    }
    List<String> lines = new ArrayList<>();
    for (String file : files) {
      if (!file.endsWith(".class") || file.endsWith("-info.class")) continue;
      Class<?> type = type(file.replaceFirst("\\.class$", "").replaceAll("[/\\\\]", "."));
      if (isExported.test(type.getPackageName()) && isPublic(type)) lines.addAll(lines(type));
    }
    return lines;
  }

  /** An artifact that is no module exports all packages that are not named {@code internal}. */
  private static Predicate<String> exportedPackages(Path moduleInfo) throws IOException {
    if (Files.notExists(moduleInfo)) return name -> !name.contains(".internal");
    try (InputStream in = Files.newInputStream(moduleInfo)) {
      return ModuleDescriptor.read(in).exports().stream()
              .filter(export -> !export.isQualified())
              .map(ModuleDescriptor.Exports::source)
              .collect(Collectors.toSet())
          ::contains;
    }
  }

  private static Class<?> type(String name) {
    try {
      return Class.forName(name, false, PublicApi.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  private static boolean isPublic(Class<?> type) {
    Class<?> outer = type.getDeclaringClass();
    if (outer == null) return Modifier.isPublic(type.getModifiers());
    return isPublic(outer) && isVisible(outer, type.getModifiers());
  }

  private static boolean isVisible(Class<?> type, int modifiersOfMember) {
    return Modifier.isPublic(modifiersOfMember)
        || Modifier.isProtected(modifiersOfMember) && !Modifier.isFinal(type.getModifiers());
  }

  private static List<String> lines(Class<?> type) {
    Stream<Member> members =
        Stream.of(
                type.getDeclaredFields(), type.getDeclaredConstructors(), type.getDeclaredMethods())
            .flatMap(Arrays::stream);
    Stream<String> visible =
        members
            .filter(member -> isVisible(type, member.getModifiers()) && !member.isSynthetic())
            .filter(member -> !METHODS_OF_OBJECT.contains(member.getName()))
            .map(PublicApi::declaration)
            .sorted();
    Stream<String> permitted =
        type.isSealed() && !type.isEnum()
            ? Arrays.stream(type.getPermittedSubclasses()).map(each -> "permits " + each.getName())
            : Stream.empty();
    return Stream.of(Stream.of(declaration(type)), visible, permitted)
        .flatMap(lines -> lines)
        .map(line -> type.getName() + ": " + shortened(line, type.getPackageName()))
        .toList();
  }

  /** With short names of the types of the JDK and of the same package. */
  private static String shortened(String declaration, String ownPackage) {
    return declaration
        .replaceAll("@org\\.jspecify\\.annotations\\.Nullable(\\(\\))?", "@Nullable")
        .replaceAll("\\b(java(\\.[a-z]+)+|" + Pattern.quote(ownPackage) + ")\\.(?=[A-Z@])", "");
  }

  /** The types of a record's components are on the lines of its accessors. */
  private static String declaration(Class<?> type) {
    AnnotatedType superclass = type.getAnnotatedSuperclass();
    boolean hasSuperclass = superclass != null && superclass.getType() != Object.class;
    return Modifier.toString(type.getModifiers())
        + (type.isInterface() ? "" : " class")
        + typeParameters(type)
        + list("(", type.getRecordComponents(), RecordComponent::getName, ")")
        + (hasSuperclass ? " extends " + superclass : "")
        + list(" implements ", type.getAnnotatedInterfaces(), Object::toString, "");
  }

  private static String declaration(Member member) {
    String modifiers = Modifier.toString(member.getModifiers() & MODIFIERS);
    if (member instanceof Field field) {
      return modifiers + " " + field.getAnnotatedType() + " " + field.getName();
    }
    Executable executable = (Executable) member;
    String parameters = list("", executable.getAnnotatedParameterTypes(), Object::toString, "");
    String signature =
        "("
            + (executable.isVarArgs() ? parameters.replaceFirst("\\[]$", "...") : parameters)
            + ")"
            + list(" throws ", executable.getAnnotatedExceptionTypes(), Object::toString, "");
    if (!(member instanceof Method method)) {
      return modifiers + typeParameters(executable) + " new" + signature;
    }
    Object[] value = {method.getDefaultValue()};
    return modifiers
        + (method.isDefault() ? " default" : "")
        + typeParameters(method)
        + " "
        + method.getAnnotatedReturnType()
        + " "
        + method.getName()
        + signature
        + (value[0] == null ? "" : " default " + Arrays.deepToString(value));
  }

  private static String typeParameters(GenericDeclaration owner) {
    return list(
        " <",
        owner.getTypeParameters(),
        type -> type.getName() + list(" extends ", type.getAnnotatedBounds(), Object::toString, ""),
        ">");
  }

  /** Empty for null or no items. */
  private static <T> String list(
      String before, T @Nullable [] items, Function<T, String> text, String after) {
    if (items == null || items.length == 0) return "";
    return before + Arrays.stream(items).map(text).collect(Collectors.joining(", ")) + after;
  }
}
