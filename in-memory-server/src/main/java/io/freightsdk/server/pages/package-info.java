/**
 * What people look at: the customer's page, the driver's page and the console. Their HTML and
 * scripts are files beside this package; a script reads its page's JSON every two seconds, and less
 * often while nobody looks.
 */
@NullMarked
package io.freightsdk.server.pages;

import org.jspecify.annotations.NullMarked;
